// Two entrants of a round change their places: the one is dragged onto the other, or both are chosen
// by taps or keys. Of a round that has several pages the one who is chosen is taken along to the
// next page, and the other may be named instead. What comes of it is shown on a page of its own
// before it is done.

import { all, one, targetOf } from "../games/dom.js";

for (const list of all(document, "[data-swap]")) letSwap(list);

/** @param {Event} event */
function nameAt(event) {
  const found = targetOf(event)?.closest("[data-number]");
  return found instanceof HTMLElement ? found : null;
}

/** Has the number go along to the other pages of the round. @param {string} number */
function takeAlong(number) {
  for (const link of all(document, ".turns a")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const address = new URL(link.href);
    address.searchParams.delete("first");
    if (number) address.searchParams.set("first", number);
    link.href = address.href;
  }
  for (const input of all(document, "input[name=first]")) {
    if (input instanceof HTMLInputElement) input.value = number;
  }
}

/** @param {HTMLElement} list */
function letSwap(list) {
  const other = one(document, "[data-swap-with]", HTMLFormElement);
  const first = one(other, "input[name=first]", HTMLInputElement);
  const said = one(other, "[data-swap-name]", HTMLElement);
  const leave = one(other, "[data-swap-leave]", HTMLElement);

  /** @param {string} number */
  const named = (number) => {
    const found = list.querySelector(`[data-number="${number}"]`);
    return number && found instanceof HTMLElement ? found : null;
  };

  /** @param {HTMLElement | null} name */
  const choose = (name) => {
    named(first.value)?.removeAttribute("aria-pressed");
    takeAlong(name?.dataset.number ?? "");
    name?.setAttribute("aria-pressed", "true");
  };

  // Beside the name: where the eye is, and whoever goes on by keys comes to it next.
  /** @param {HTMLElement | null} name */
  const chooseAndAsk = (name) => {
    choose(name);
    other.hidden = !name;
    said.textContent = name?.textContent ?? "";
    name?.closest("li")?.append(other);
  };

  /** @param {HTMLElement | null} second */
  const swapWith = (second) => {
    if (!first.value || !second || second.dataset.number === first.value) return;
    const address = new URL(list.dataset.swap ?? "", location.href);
    address.searchParams.set("first", first.value);
    address.searchParams.set("second", second.dataset.number ?? "");
    location.assign(address);
  };

  /** Who sits at one table has nothing to swap there. @param {HTMLElement} name */
  const press = (name) => {
    const before = named(first.value);
    if (before === name) chooseAndAsk(null);
    else if (first.value && before?.closest("li") !== name.closest("li")) swapWith(name);
    else chooseAndAsk(name);
  };

  named(first.value)?.setAttribute("aria-pressed", "true");
  leave.addEventListener("click", () => {
    const name = named(first.value);
    chooseAndAsk(null);
    name?.focus();
  });
  list.addEventListener("dragstart", (event) => choose(nameAt(event)));
  list.addEventListener("dragover", (event) => {
    if (nameAt(event)) event.preventDefault();
  });
  list.addEventListener("drop", (event) => {
    event.preventDefault();
    swapWith(nameAt(event));
  });
  // Fingers drag the page: on a phone the one is tapped, then the other.
  list.addEventListener("click", (event) => {
    const name = nameAt(event);
    if (name) press(name);
  });
  list.addEventListener("keydown", (event) => {
    const name = nameAt(event);
    if (!name || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    press(name);
  });
}
