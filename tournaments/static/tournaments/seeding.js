// Seeds are dragged into their order; the numbers follow, and are what is sent.

import { all, one, targetOf } from "../games/dom.js";

for (const list of all(document, "[data-seeds]")) letDrag(list);

/** @param {HTMLElement} list */
function letDrag(list) {
  /** @type {Element | null} */
  let dragged = null;
  for (const item of all(list, "li")) item.draggable = true;
  list.addEventListener("dragstart", (event) => {
    dragged = targetOf(event)?.closest("li") ?? null;
  });
  list.addEventListener("dragover", (event) => {
    const over = targetOf(event)?.closest("li");
    if (!dragged || !over || over === dragged) return;
    event.preventDefault();
    const isAfter = event.clientY > over.getBoundingClientRect().top + over.offsetHeight / 2;
    list.insertBefore(dragged, isAfter ? over.nextSibling : over);
  });
  list.addEventListener("dragend", () => {
    dragged = null;
    all(list, "li").forEach((item, at) => {
      one(item, "input", HTMLInputElement).value = String(at + 1);
    });
  });
}
