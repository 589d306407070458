// One card: its face drawn in SVG, its back, its names.

import { el, svg } from "./dom.js";
import { COURT_PATHS, RANK_PATHS, SUIT_PATHS } from "./glyphs.js";
import { _ } from "./language.js";

const SUIT_MARKS = { c: "♣", d: "♦", h: "♥", s: "♠" };
// Selects the text form of the suit marks; without it some phones draw pictures.
const TEXT_FORM = "\uFE0E";

export const GOOD_TEN = "Td";

export function shortName(card) {
  return `${rankText(card[0])}${SUIT_MARKS[card[1]]}${TEXT_FORM}`;
}

export function spokenName(card) {
  return _("%(rank)s of %(suit)s", { rank: rankWord(card[0]), suit: suitWord(card[1]) });
}

export function rankText(rank) {
  return rank === "T" ? "10" : rank;
}

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

function centre(rank, suit) {
  if (rank + suit === GOOD_TEN) return [halo(), suitGlyph(suit, 40, 70, 48)];
  if (rank === "A") return [suitGlyph(suit, 30, 66, 62)];
  if (rank in COURT_PATHS) return [courtGlyph(rank), suitGlyph(suit, 43, 84, 44)];
  return [suitGlyph(suit, 41, 76, 48)];
}

function rankGlyph(rank, x, y, height) {
  const scale = height / 32;
  return svg("path", {
    class: "face__rank",
    d: RANK_PATHS[rank].d,
    transform: `translate(${x} ${y}) scale(${scale})`,
  });
}

function suitGlyph(suit, x, y, size) {
  return svg("path", {
    class: "face__suit",
    d: SUIT_PATHS[suit],
    transform: `translate(${x} ${y}) scale(${size / 32})`,
  });
}

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

function rankWord(rank) {
  return {
    A: _("ace"), 2: _("two"), 3: _("three"), 4: _("four"), 5: _("five"), 6: _("six"), 7: _("seven"),
    8: _("eight"), 9: _("nine"), T: _("ten"), J: _("jack"), Q: _("queen"), K: _("king"),
  }[rank];
}

function suitWord(suit) {
  return { c: _("clubs"), d: _("diamonds"), h: _("hearts"), s: _("spades") }[suit];
}
