// Times as the reader's clock has them: <time data-local> in local words, <time data-countdown> as what is
// left. The server's clock rules: the page corrects its own by the moment at which it was rendered.

import { all, one, setText } from "../games/dom.js";
import { left } from "./countdown.js";

const { now } = one(document, "main").dataset;
const offset = now ? Date.parse(now) - Date.now() : 0;
const language = document.documentElement.lang || undefined;
const words = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/** @param {string} selector */
function times(selector) {
  return all(document, selector).filter((node) => node instanceof HTMLTimeElement);
}

function show() {
  for (const node of times("time[data-local]:not([data-shown])")) {
    node.textContent = words.format(new Date(node.dateTime));
    node.dataset.shown = "";
  }
  for (const node of times("time[data-countdown]")) {
    node.title = words.format(new Date(node.dateTime));
    setText(node, left(Math.ceil((Date.parse(node.dateTime) - Date.now() - offset) / 1000)));
  }
}

show();
setInterval(show, 250);
