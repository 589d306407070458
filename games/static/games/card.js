// One card: its face drawn in SVG, and its back.

import { el, svg } from "./dom.js";
import { COURT_PATHS, RANK_PATHS, SUIT_PATHS } from "./glyphs.js";

const GOOD_TEN = "Td";

/** @param {Casino.Card} card */
export function cardFace(card) {
  const [rank, suit] = card;
  return svg(
    "svg",
    { class: `face face--${suit}`, viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    rankGlyph(rank, 9, 10, 36),
    suitGlyph(suit, 11, 53, 25),
    ...centre(rank, suit),
  );
}

export function cardBack() {
  return el("span", { class: "card card--back", "aria-hidden": "true" });
}

/** @param {string} rank @param {string} suit */
function centre(rank, suit) {
  if (rank + suit === GOOD_TEN) return [halo(), suitGlyph(suit, 40, 70, 48)];
  if (rank === "A") return [suitGlyph(suit, 30, 66, 62)];
  if (rank in COURT_PATHS) return [courtGlyph(rank), suitGlyph(suit, 43, 84, 44)];
  return [suitGlyph(suit, 41, 76, 48)];
}

/** @param {string} rank @param {number} x @param {number} y @param {number} height */
function rankGlyph(rank, x, y, height) {
  const scale = height / 32;
  return svg("path", {
    class: "face__rank",
    d: RANK_PATHS[rank],
    transform: `translate(${x} ${y}) scale(${scale})`,
  });
}

/** @param {string} suit @param {number} x @param {number} y @param {number} size */
function suitGlyph(suit, x, y, size) {
  return svg("path", {
    class: "face__suit",
    d: SUIT_PATHS[suit],
    transform: `translate(${x} ${y}) scale(${size / 32})`,
  });
}

/** @param {string} rank */
function courtGlyph(rank) {
  return svg("path", {
    class: "face__court",
    d: COURT_PATHS[rank],
    transform: "translate(41 54) scale(1.09)",
  });
}

function halo() {
  return svg("path", {
    class: "face__halo",
    d: SUIT_PATHS.d,
    transform: "translate(31 61) scale(2.06)",
  });
}
