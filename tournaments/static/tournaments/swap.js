// Two entrants of a round change their places: the one is dragged onto the other, or both are chosen
// by keys. What comes of it is shown on a page of its own before it is done.

import { all, targetOf } from "../games/dom.js";

for (const list of all(document, "[data-swap]")) letSwap(list);

/** @param {Event} event */
function nameAt(event) {
  const found = targetOf(event)?.closest("[data-number]");
  return found instanceof HTMLElement ? found : null;
}

/** @param {HTMLElement} list */
function letSwap(list) {
  /** @type {HTMLElement | null} */
  let chosen = null;

  /** @param {HTMLElement | null} name */
  const choose = (name) => {
    chosen?.removeAttribute("aria-pressed");
    chosen = name;
    chosen?.setAttribute("aria-pressed", "true");
  };

  /** @param {HTMLElement | null} other */
  const swapWith = (other) => {
    if (!chosen || !other || other === chosen) return;
    const address = new URL(list.dataset.swap ?? "", location.href);
    address.searchParams.set("first", chosen.dataset.number ?? "");
    address.searchParams.set("second", other.dataset.number ?? "");
    location.assign(address);
  };

  list.addEventListener("dragstart", (event) => choose(nameAt(event)));
  list.addEventListener("dragover", (event) => {
    if (nameAt(event)) event.preventDefault();
  });
  list.addEventListener("drop", (event) => {
    event.preventDefault();
    swapWith(nameAt(event));
  });
  list.addEventListener("keydown", (event) => {
    const name = nameAt(event);
    if (!name || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    if (chosen && chosen !== name) swapWith(name);
    else choose(chosen ? null : name);
  });
}
