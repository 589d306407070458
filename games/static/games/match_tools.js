// The tools in the bar of a table: what one wants of it, the keys, and the full screen.

import { el, setAttributes, svg } from "./dom.js";
import { _ } from "./language.js";

/** @typedef {import("./preferences.js").Preferences} Preferences */
/** @typedef {import("./preferences.js").Wish} Wish */

/** @type {Record<string, string>} drawn as strokes in a box of 24 */
const ICONS = {
  wishes: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5M7 14.5v5",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  say: "M4 5h16v11H11l-4 4v-4H4z",
};

/** @type {() => [wish: Wish, label: string][]} */
const WISHES = () => [
  ["sound", _("Sounds")],
  ["vibration", _("Vibration when it is your turn")],
  ["notices", _("Notifications while this page is in the background")],
  ["lights", _("Light what the chosen card can take or build with")],
  ["confirm", _("Ask before a play is sent")],
  ["sayings", _("Show what others say")],
  ["keys", _("Keys of the keyboard")],
];

/** @type {() => [keys: string, what: string][]} */
const KEYS = () => [
  ["1 – 4", _("choose a card of your hand")],
  ["Q – P, A – L", _("choose what lies on the table, from the left")],
  [_("Enter"), _("make the first play that is offered")],
  ["Z X C V", _("make the first, second, third, fourth play that is offered")],
  [_("Esc"), _("put everything back")],
  ["F", _("full screen")],
  ["?", _("these keys")],
];

/** @param {HTMLElement} place @param {HTMLElement} page @param {Preferences} preferences @param {boolean} isSeated */
export function createMatchTools(place, page, preferences, isSeated) {
  const wishes = dialog(_("This table"), [...WISHES().filter(([wish]) => isSeated || wish === "sound" || wish === "sayings").map(
    ([wish, label]) => wishSwitch(preferences, wish, label),
  ), ...(isSeated ? [el("h3", {}, _("Keys")), keyList()] : [])]);
  const full = tool("full", _("Full screen"), toggleFull);
  const isFullPossible = document.fullscreenEnabled;
  setAttributes(full, { hidden: !isFullPossible });
  place.append(tool("wishes", _("Options and keys"), () => wishes.showModal()), full, wishes);

  function toggleFull() {
    if (!isFullPossible) return;
    if (document.fullscreenElement) document.exitFullscreen();
    else page.requestFullscreen();
  }

  return { toggleFull, showKeys: () => wishes.showModal() };
}

/** @param {string} icon @param {string} label @param {() => void} onclick */
export function tool(icon, label, onclick) {
  const drawing = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "tool__icon" }, svg("path", { d: ICONS[icon] }));
  return el("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick }, drawing);
}

/** @param {string} title @param {Node[]} content */
function dialog(title, content) {
  const close = el("button", { type: "submit", class: "button button--main" }, _("Done"));
  return el("dialog", { class: "wishes", "aria-label": title }, el("form", { method: "dialog" }, el("h2", {}, title), ...content, close));
}

/** @param {Preferences} preferences @param {Wish} wish @param {string} label */
function wishSwitch(preferences, wish, label) {
  const box = el("input", { type: "checkbox", checked: preferences.has(wish) });
  box.addEventListener("change", () => {
    preferences.set(wish, box.checked);
    if (wish === "notices" && box.checked) askForNotices(preferences, box);
  });
  return el("label", { class: "wishes__wish" }, box, label);
}

// A browser asks its reader only once, and only when the reader wants it.
/** @param {Preferences} preferences @param {HTMLInputElement} box */
async function askForNotices(preferences, box) {
  const answer = "Notification" in globalThis ? await Notification.requestPermission() : "denied";
  if (answer === "granted") return;
  box.checked = false;
  preferences.set("notices", false);
}

function keyList() {
  return el("dl", { class: "wishes__keys" }, ...KEYS().flatMap(([keys, what]) => [el("dt", {}, keys), el("dd", {}, what)]));
}
