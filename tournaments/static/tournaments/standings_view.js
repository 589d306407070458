// A line of standings opens below itself how it comes about: the same that its own page says.
// With a modifier key, or without this, the name is a link to that page.

import { el, targetOf } from "../games/dom.js";
import { _ } from "../games/language.js";

document.addEventListener("click", (event) => {
  const link = targetOf(event)?.closest(".standings tbody th a");
  if (!(link instanceof HTMLAnchorElement) || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link.target) return;
  event.preventDefault();
  toggle(link);
});

/** @param {HTMLAnchorElement} link */
async function toggle(link) {
  const line = link.closest("tr");
  if (!line) return;
  if (line.nextElementSibling?.matches(".standings__why")) {
    line.nextElementSibling.remove();
    link.setAttribute("aria-expanded", "false");
    return;
  }
  const answer = await fetch(link.href, { headers: { Accept: "text/html" } }).catch(() => null);
  const told = answer?.ok
    && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#ties");
  if (!told) {
    location.href = link.href;
    return;
  }
  told.removeAttribute("id");
  const whole = el("p", {}, el("a", { href: link.href }, _("Round by round, on a page of its own")));
  const cell = el("td", { colspan: line.cells.length }, document.adoptNode(told), whole);
  line.after(el("tr", { class: "standings__why" }, cell));
  link.setAttribute("aria-expanded", "true");
}
