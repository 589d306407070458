// The form of an event: the zone of the browser, and the options of a format as it is chosen.

import { all, one } from "../games/dom.js";

/** @param {HTMLSelectElement} select Whether something else is chosen than the page came with. */
const isChanged = (select) => !select.selectedOptions[0]?.defaultSelected;

const form = document.querySelector("[data-event-form]");

if (form instanceof HTMLFormElement) {
  const zone = form.querySelector("[data-time-zone]");
  const start = form.elements.namedItem("starts_at");
  if (zone instanceof HTMLInputElement && start instanceof HTMLInputElement && !start.value) {
    zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
  for (const button of all(form, "[data-reshape]")) {
    button.hidden = true;
    const select = one(button.parentElement ?? form, "select");
    const reshape = () => {
      sessionStorage.setItem("scroll", String(scrollY));
      form.requestSubmit(button);
    };
    select.addEventListener("change", reshape);
    // Somebody may choose before this runs, and a browser keeps a choice when one comes back.
    if (select instanceof HTMLSelectElement && isChanged(select)) reshape();
  }
  const before = sessionStorage.getItem("scroll");
  if (before) scrollTo(0, Number(before));
  sessionStorage.removeItem("scroll");
}
