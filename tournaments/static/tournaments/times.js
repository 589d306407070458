// Times as the reader's clock has them: <time data-local> in local words, <time data-countdown> as what is
// left. The server's clock rules: the page corrects its own by the moment at which it was rendered.

import { _ } from "../games/language.js";

const page = document.querySelector("main");
const offset = page.dataset.now ? Date.parse(page.dataset.now) - Date.now() : 0;
const language = document.documentElement.lang || undefined;
const words = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

export function left(seconds) {
  if (seconds <= 0) return _("now");
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor((seconds % 86400) / 3600);
  const two = (number) => String(number).padStart(2, "0");
  const clock = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  if (days > 0) return _("%(days)s d %(hours)s h", { days, hours });
  return hours > 0 ? `${hours}:${clock}` : clock;
}

function show() {
  for (const node of document.querySelectorAll("time[data-local]:not([data-shown])")) {
    node.textContent = words.format(new Date(node.dateTime));
    node.dataset.shown = "";
  }
  for (const node of document.querySelectorAll("time[data-countdown]")) {
    const seconds = Math.ceil((Date.parse(node.dateTime) - Date.now() - offset) / 1000);
    const text = left(seconds);
    node.title = words.format(new Date(node.dateTime));
    if (node.textContent !== text) node.textContent = text;
  }
}

show();
setInterval(show, 250);
