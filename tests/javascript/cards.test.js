// The cards: what they are called and how they are drawn.

import assert from "node:assert/strict";
import { test } from "node:test";

import { mentionsIn, rankText, shortName, spokenName } from "../../games/static/games/card_names.js";
import { COURT_PATHS, RANK_PATHS, SUIT_PATHS } from "../../games/static/games/glyphs.js";

const RANKS = [..."A23456789TJQK"];
const SUITS = [..."cdhs"];
const DECK = RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit));

test("a card is written with its rank and the mark of its suit, the ten with two digits", () => {
  assert.equal(shortName("Td"), "10♦\uFE0E");
  assert.equal(shortName("As"), "A♠\uFE0E");
  assert.equal(rankText("T"), "10");
  assert.equal(rankText("9"), "9");
});

test("a card is read aloud in words", () => {
  assert.equal(spokenName("Td"), "ten of diamonds");
  assert.equal(spokenName("Qs"), "queen of spades");
  assert.equal(new Set(DECK.map((card) => spokenName(card))).size, 52);
  for (const card of DECK) assert.match(spokenName(card), /^[a-z]+ of [a-z]+$/u);
});

test("a sentence is parted at the cards that it names, each with its suit", () => {
  for (const card of DECK) {
    const parts = mentionsIn(`Ann trailed ${shortName(card)}.`);
    assert.deepEqual(parts, [
      { text: "Ann trailed ", suit: null },
      { text: shortName(card), suit: card[1] },
      { text: ".", suit: null },
    ]);
  }
});

test("cards beside each other are parted, and nothing of the sentence is lost", () => {
  const sentence = "Ann captured 3♣\uFE0E 10♦ and the build of 9 with K♠\uFE0E.";
  const parts = mentionsIn(sentence);
  assert.equal(parts.map(({ text }) => text).join(""), sentence);
  assert.deepEqual(parts.flatMap(({ suit }) => suit ?? []), ["c", "d", "s"]);
});

test("a sentence without a card is one part, and a suit alone is no card", () => {
  assert.deepEqual(mentionsIn("Your turn"), [{ text: "Your turn", suit: null }]);
  assert.deepEqual(mentionsIn("♥ B♥"), [{ text: "♥ B♥", suit: null }]);
  assert.deepEqual(mentionsIn(""), []);
});

test("every rank, suit and court card has a shape of its own", () => {
  assert.deepEqual(Object.keys(RANK_PATHS).toSorted(), RANKS.toSorted());
  assert.deepEqual(Object.keys(SUIT_PATHS).toSorted(), SUITS.toSorted());
  assert.deepEqual(Object.keys(COURT_PATHS).toSorted(), ["J", "K", "Q"]);
  for (const shapes of [RANK_PATHS, SUIT_PATHS, COURT_PATHS]) {
    assert.equal(new Set(Object.values(shapes)).size, Object.keys(shapes).length);
  }
});

test("no shape leaves the box that it is drawn in", () => {
  const boxes = [[SUIT_PATHS, 32, 32], [RANK_PATHS, 31, 32], [COURT_PATHS, 44, 24]];
  for (const [shapes, width, height] of /** @type {[Record<string, string>, number, number][]} */ (boxes)) {
    for (const [name, path] of Object.entries(shapes)) {
      for (const [x, y] of placesOn(path)) {
        assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, `${name}: ${x} ${y}`);
      }
    }
  }
});

// The places that the absolute commands of a path name: M, L and C take pairs, H and V one number.
/** @param {string} path @returns {number[][]} */
function placesOn(path) {
  return [...path.matchAll(/([MLCHV])([-\d. ]+)/gu)].flatMap(([, command, text]) => {
    const numbers = text.trim().split(/ +/u).map(Number);
    if (command === "H") return [[numbers[0], 0]];
    if (command === "V") return [[0, numbers[0]]];
    return numbers.flatMap((x, at) => (at % 2 === 0 ? [[x, numbers[at + 1]]] : []));
  });
}
