// The form of an event: the zone of the browser, and the options of a format as it is chosen.

const form = document.querySelector("[data-event-form]");

if (form) {
  const zone = form.querySelector("[data-time-zone]");
  const start = form.elements.namedItem("starts_at");
  if (zone && start && !start.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const button of form.querySelectorAll("[data-reshape]")) {
    const select = button.parentElement.querySelector("select");
    button.hidden = true;
    select.addEventListener("change", () => {
      sessionStorage.setItem("scroll", String(scrollY));
      form.requestSubmit(button);
    });
  }
  const before = sessionStorage.getItem("scroll");
  if (before) scrollTo(0, Number(before));
  sessionStorage.removeItem("scroll");
}
