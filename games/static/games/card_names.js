// The names of the cards: as they are written, as they are read aloud, and where a sentence has them.

import { _ } from "./language.js";

/** @type {Record<string, string>} */
const SUIT_MARKS = { c: "♣", d: "♦", h: "♥", s: "♠" };
// Selects the text form of the suit marks; without it some phones draw pictures.
const TEXT_FORM = "\uFE0E";
const MENTION = /((?:10|[A2-9JQK])[♣♦♥♠]\uFE0E?)/u;

/** @param {Casino.Card} card */
export function shortName(card) {
  return `${rankText(card[0])}${SUIT_MARKS[card[1]]}${TEXT_FORM}`;
}

/** @param {Casino.Card} card */
export function spokenName(card) {
  return _("%(rank)s of %(suit)s", { rank: rankWord(card[0]), suit: suitWord(card[1]) });
}

/** @param {string} rank */
export function rankText(rank) {
  return rank === "T" ? "10" : rank;
}

// A sentence in parts: a part that names a card has its suit.
/** @param {string} sentence */
export function mentionsIn(sentence) {
  return sentence.split(MENTION).filter(Boolean).map((text) => ({ text, suit: mentionedSuit(text) }));
}

/** @param {string} text */
function mentionedSuit(text) {
  if (!MENTION.test(text)) return null;
  return Object.keys(SUIT_MARKS).find((suit) => text.includes(SUIT_MARKS[suit])) ?? null;
}

/** @param {string} rank */
function rankWord(rank) {
  /** @type {Record<string, string>} */
  const words = {
    A: _("ace"), 2: _("two"), 3: _("three"), 4: _("four"), 5: _("five"), 6: _("six"), 7: _("seven"),
    8: _("eight"), 9: _("nine"), T: _("ten"), J: _("jack"), Q: _("queen"), K: _("king"),
  };
  return words[rank];
}

/** @param {string} suit */
function suitWord(suit) {
  /** @type {Record<string, string>} */
  const words = { c: _("clubs"), d: _("diamonds"), h: _("hearts"), s: _("spades") };
  return words[suit];
}
