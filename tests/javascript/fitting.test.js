import assert from "node:assert/strict";
import test from "node:test";

import { fit } from "../../games/static/games/fitting.js";
import { leadOf, placesOf } from "../../games/static/games/seating.js";
import { seatOf, view } from "./matches.js";

const BOUNDS = { most: 100, least: 30, gap: 6, foot: 0 };

/** @param {number} count */
const cards = (count) => Array.from({ length: count }, () => 1);

test("a few cards in a wide place are as large as cards become", () => {
  assert.deepEqual(fit([1, 1, 1, 1], { width: 900, height: 300 }, BOUNDS), { card: 100, lap: 0, scrolls: false, aside: 0 });
});

test("cards become smaller until all rows of them are seen", () => {
  const { card, lap } = fit(cards(10), { width: 300, height: 200 }, BOUNDS);
  assert.equal(lap, 0);
  const perRow = Math.floor((300 + 6) / (card + 6));
  const rows = Math.ceil(10 / perRow);
  assert.ok(rows * card * 1.4 + (rows - 1) * 6 <= 200);
  assert.ok(card > 44);
});

test("rows of cards are of much the same length", () => {
  const { card, aside } = fit(cards(10), { width: 950, height: 300 }, BOUNDS);
  const perRow = Math.floor((950 - 2 * aside + 6) / (card + 6));
  assert.equal(perRow, 5);
});

test("cards that are as small as they become overlap, and then the table scrolls", () => {
  const room = { width: 200, height: 100 };
  const some = fit(cards(16), room, BOUNDS);
  assert.equal(some.card, 30);
  assert.ok(some.lap > 0 && !some.scrolls);
  assert.ok(fit(cards(52), room, BOUNDS).scrolls);
});

test("a build takes the room of its cards and of the name below it", () => {
  const room = { width: 400, height: 160 };
  const alone = fit([1, 1, 1], room, BOUNDS).card;
  assert.ok(fit([4, 4, 3], room, BOUNDS).card < alone);
  assert.ok(fit([2, 1, 1], room, { ...BOUNDS, foot: 20 }).card <= Math.floor(140 / 1.4));
});

test("no cards at all fit as well", () => {
  assert.equal(fit([], { width: 0, height: 0 }, { ...BOUNDS, most: 60 }).card, 30);
});

test("seats stand around the table clockwise, and partners opposite", () => {
  assert.deepEqual(placesOf(2, 1), ["top", "near"]);
  assert.deepEqual(placesOf(3, 0), ["near", "left-1", "right-1"]);
  assert.deepEqual(placesOf(4, 1), ["right-1", "near", "left-1", "top"]);
  assert.deepEqual(placesOf(6, 0), ["near", "left-1", "left-2", "top", "right-2", "right-1"]);
});

test("what partners have is shown once, at the seat of theirs that comes first from the reader on", () => {
  const seats = [0, 1, 2, 3].map((seat) => seatOf(seat, seat % 2));
  const sides = [0, 1].map((side) => ({ side, seats: [side, side + 2], score: 0, pile: 0, sweeps: 0 }));
  const table = view({ seats, sides });
  assert.deepEqual([0, 1, 2, 3].map((seat) => leadOf(table, seat, 2)), [2, 3, 2, 3]);
});
