// The keys and the touch by which one goes through a replay.

import { targetOf } from "./dom.js";

/** @typedef {"back" | "on" | "first" | "last" | "dealBack" | "dealOn" | "sweepBack" | "sweepOn" | "leadBack" | "leadOn" | "toggle" | "faster" | "slower" | "hands"} Wish */

/** @type {Map<string, Wish>} */
const KEYS = new Map([
  ["ArrowLeft", "back"], ["ArrowRight", "on"], ["Home", "first"], ["End", "last"],
  ["PageUp", "dealBack"], ["PageDown", "dealOn"], ["s", "sweepOn"], ["S", "sweepBack"], ["l", "leadOn"], ["L", "leadBack"],
  [" ", "toggle"], ["k", "toggle"], ["+", "faster"], ["-", "slower"], ["h", "hands"],
]);
// So far a finger moves sideways, and so much less up or down, in pixels.
const FAR = 45;
const STEEP = 0.6;

// What a key means in a replay; null: nothing. `isOnControl`: a button that has the focus hears the space bar itself.
/** @param {string} key @param {boolean} isOnControl @returns {Wish | null} */
export function meaningOf(key, isOnControl) {
  return key === " " && isOnControl ? null : (KEYS.get(key) ?? null);
}

// What a stroke of a finger over the table means: to the left goes on, as a page is turned.
/** @param {number} x @param {number} y how far it went @returns {Wish | null} */
export function strokeOf(x, y) {
  if (Math.abs(x) < FAR || Math.abs(y) > Math.abs(x) * STEEP) return null;
  return x < 0 ? "on" : "back";
}

/** @param {(wish: Wish) => void} onWish */
export function listenToKeys(onWish) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = targetOf(event);
    if (target?.closest("input, textarea, select")) return;
    const wish = meaningOf(event.key, target?.closest("a, button, summary") !== null);
    if (wish === null) return;
    event.preventDefault();
    onWish(wish);
  });
}

/** @param {HTMLElement} board @param {(wish: Wish) => void} onWish */
export function listenToTouch(board, onWish) {
  /** @type {{ x: number, y: number } | null} */
  let begun = null;
  board.addEventListener("touchstart", ({ touches }) => {
    begun = touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : null;
  }, { passive: true });
  board.addEventListener("touchend", ({ changedTouches: [touch] }) => {
    const wish = begun && touch ? strokeOf(touch.clientX - begun.x, touch.clientY - begun.y) : null;
    begun = null;
    if (wish) onWish(wish);
  }, { passive: true });
}
