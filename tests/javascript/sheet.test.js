// The lines of a score sheet.

import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOf } from "../../games/static/games/sheet.js";

const ROW = { side: 0, cards: 30, spades: 5, most_cards: 3, most_spades: 0, big_casino: 0, little_casino: 0, aces: 0, sweeps: 0, total: 3 };

/** @param {Partial<Casino.SheetRow>[]} changes */
function sheet(...changes) {
  const rows = changes.map((change, side) => ({ ...ROW, side, ...change }));
  return { deal: 1, sheet: rows, scores: [], residue: { seat: null, cards: [] }, secret: null };
}

/** @param {Casino.Sheet} of */
const names = (of) => linesOf(of).map(({ name }) => name);

test("cards and spades always have a line, with how many there were", () => {
  const [cards, spades] = linesOf(sheet({}, { cards: 22, spades: 8, most_cards: 0, most_spades: 1 }));
  assert.deepEqual(cards, { name: "Cards", points: [3, "–"], counts: [30, 22] });
  assert.deepEqual(spades, { name: "Spades", points: ["–", 1], counts: [5, 8] });
});

test("of the rest only what somebody scored has a line", () => {
  assert.deepEqual(names(sheet({}, {})), ["Cards", "Spades"]);
  assert.deepEqual(names(sheet({ aces: 2 }, { big_casino: 2, sweeps: 1 })), ["Cards", "Spades", "Big casino", "Aces", "Sweeps"]);
  assert.deepEqual(names(sheet({ each_spade: 6 }, { little_casino: 1 })), ["Cards", "Spades", "Little casino", "Each spade"]);
});

test("at a table of three every side has its place in each line", () => {
  const [, , aces] = linesOf(sheet({ aces: 1 }, {}, { aces: 2 }));
  assert.deepEqual(aces, { name: "Aces", points: [1, "–", 2], counts: null });
});
