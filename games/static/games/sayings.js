// The few things that can be said at a table: nobody can type anything, and who does not want it hears nothing.

import { el, setAttributes, setText } from "./dom.js";
import { _ } from "./language.js";
import { tool } from "./match_tools.js";

const SHOWN_MS = 5000;
// The server hears nobody more often.
const PAUSE_MS = 2200;

/** @type {() => Record<string, string>} */
const SAYINGS = () => ({
  hello: _("Hello!"),
  good_luck: _("Good luck!"),
  well_played: _("Well played!"),
  thanks: _("Thanks!"),
  oops: _("Oops!"),
  one_moment: _("One moment, please."),
});

/** @param {string} what @returns {string | null} null of what this page does not know */
export function sayingInWords(what) {
  return SAYINGS()[what] ?? null;
}

// The button in the bar, with what can be said below it.
/** @param {HTMLElement} place @param {(what: string) => void} onSay */
export function createSayings(place, onSay) {
  const choices = Object.entries(SAYINGS()).map(([what, words]) =>
    el("button", { type: "button", class: "sayings__one", onclick: () => say(what) }, words),
  );
  const menu = el("div", { class: "sayings", popover: "auto", role: "group", "aria-label": _("Say something") }, ...choices);
  const button = tool("say", _("Say something"), () => menu.togglePopover());
  place.prepend(button, menu);

  /** @param {string} what */
  function say(what) {
    onSay(what);
    menu.hidePopover();
    setAttributes(button, { disabled: true });
    setTimeout(() => setAttributes(button, { disabled: false }), PAUSE_MS);
  }
}

// What a seat says stands at the seat for a while.
/** @param {HTMLElement} table @param {number} seat @param {string} words */
export function showSaying(table, seat, words) {
  const place = table.querySelector(`.seat[data-seat="${seat}"]`);
  if (!place) return;
  const kept = place.querySelector(".seat__says");
  const node = kept instanceof HTMLElement ? kept : el("p", { class: "seat__says", role: "status" });
  if (!kept) place.append(node);
  const number = String(Number(node.dataset.number ?? 0) + 1);
  node.dataset.number = number;
  setText(node, words);
  setTimeout(() => {
    if (node.dataset.number === number) node.remove();
  }, SHOWN_MS);
}
