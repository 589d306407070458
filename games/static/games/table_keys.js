// The keys of a table: digits choose cards of the hand, letters what lies on the table and the plays that are offered.

import { all, setAttributes, targetOf } from "./dom.js";

const OFFERS = "zxcv";
export const TABLE_KEYS = "qwertyuiopasdghjkl";

/** @typedef {{ kind: "hand" | "table" | "offer", place: number } | { kind: "back" | "full" | "help" }} Meaning */

// What a key means at a table; null: nothing. `isOnControl`: a control that has the focus hears Enter itself.
/** @param {string} key @param {boolean} isOnControl @returns {Meaning | null} */
export function meaningOf(key, isOnControl) {
  const one = key.toLowerCase();
  if (/^[1-9]$/u.test(one)) return { kind: "hand", place: Number(one) - 1 };
  if (one === "enter") return isOnControl ? null : { kind: "offer", place: 0 };
  if (one === "escape") return { kind: "back" };
  if (one === "?") return { kind: "help" };
  if (one === "f") return { kind: "full" };
  if (one.length !== 1) return null;
  if (OFFERS.includes(one)) return { kind: "offer", place: OFFERS.indexOf(one) };
  return TABLE_KEYS.includes(one) ? { kind: "table", place: TABLE_KEYS.indexOf(one) } : null;
}

/**
 * @typedef {object} Hands what the keys reach
 * @property {() => HTMLElement | null} table
 * @property {(place: number) => boolean} press presses an offer
 * @property {() => void} putBack
 * @property {{ toggleFull: () => void, showKeys: () => void }} tools
 * @property {() => boolean} isOn
 */

/** @param {Hands} hands */
export function listenToKeys(hands) {
  document.addEventListener("keydown", (event) => {
    if (!hands.isOn() || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const target = targetOf(event);
    if (target?.closest("input, textarea, select, dialog")) return;
    const meaning = meaningOf(event.key, target?.closest("a, button, summary") !== null);
    if (meaning && act(meaning, hands)) event.preventDefault();
  });
}

// Says each key at what it chooses, for who sees it and for who hears it.
/** @param {HTMLElement} table @param {boolean} isOn */
export function nameKeys(table, isOn) {
  all(table, ".hand > *").forEach((node, place) => name(node, isOn ? String(place + 1) : null));
  all(table, ".spread > *").forEach((node, place) => name(node, isOn ? (TABLE_KEYS[place] ?? null) : null));
}

/** @param {HTMLElement} node @param {string | null} key */
function name(node, key) {
  if (node.tagName === "BUTTON") setAttributes(node, { "aria-keyshortcuts": key, "data-key": key });
}

/** @param {Meaning} meaning @param {Hands} hands */
function act(meaning, hands) {
  if (meaning.kind === "offer") return hands.press(meaning.place);
  if (meaning.kind === "hand" || meaning.kind === "table") {
    const place = meaning.kind === "hand" ? ".hand" : ".spread";
    const node = hands.table()?.querySelectorAll(`${place} > button`)[meaning.place];
    if (node instanceof HTMLElement) node.click();
    return node !== undefined;
  }
  if (meaning.kind === "back") hands.putBack();
  else if (meaning.kind === "full") hands.tools.toggleFull();
  else hands.tools.showKeys();
  return true;
}
