// Times of turns on a page: the bank, what was given back, and the seat that is taken back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fold } from "../../games/static/games/match_state.js";
import { canTakeBack } from "../../games/static/games/take_back.js";
import { frame, play, seatOf, view } from "./matches.js";

const clock = { turn_seconds: 30, bank_seconds: 60, deadline: "2026-11-20T12:00:30.000Z" };

test("a turn has its own time and what its seat has left in the bank", () => {
  const seats = [seatOf(0, 0), seatOf(1, 1, { bank_ms: 12_500 })];
  const next = fold(view({ seats, clock }), frame("card_played", play({ kind: "trail", card: "2c" }, { turn: 1 })));
  const since = Date.parse(frame("card_played", {}).at);
  assert.equal(Date.parse(next.clock.deadline ?? ""), since + 42_500);
});

test("what a play took beyond its turn comes out of the bank, and a clock that ran out has emptied it", () => {
  const seats = [seatOf(0, 0, { bank_ms: 60_000 }), seatOf(1, 1, { bank_ms: 60_000 })];
  const seen = view({ seats, clock });
  const charged = fold(seen, frame("clock_charged", { seat: 0, over_ms: 4000, lag_ms: 500, bank_ms: 3500 }));
  assert.deepEqual(charged.seats.map((seat) => seat.bank_ms), [56_500, 60_000]);
  assert.equal(fold(seen, frame("clock_ran_out", { seat: 1, in_a_row: 1 })).seats[1].bank_ms, 0);
});

test("time that is given back is on the clock", () => {
  const next = fold(view({ clock }), frame("time_given_back", { seat: 0, ms: 21_000, reason: "restart" }));
  assert.equal(next.clock.deadline, "2026-11-20T12:00:51.000Z");
});

test("a seat that a bot got by the clock can be taken back, and no other", () => {
  const late = [seatOf(0, 0, { timeouts: 3 }), seatOf(1, 1)];
  const byClock = fold(view({ you: 0, seats: late, clock }), frame("seat_handed_over", { seat: 0, bot: "greedy" }));
  assert.equal(canTakeBack(byClock), true);
  const back = fold(byClock, { ...frame("seat_taken_back", { seat: 0 }), version: byClock.version + 1 });
  assert.deepEqual([back.seats[0].bot, canTakeBack(back)], [null, false]);
  const resigned = fold(view({ you: 0, clock }), frame("seat_resigned", { seat: 0 }));
  const played = fold(resigned, { ...frame("seat_handed_over", { seat: 0, bot: "greedy" }), version: resigned.version + 1 });
  assert.equal(canTakeBack(played), false);
});

test("a match that both sides left has no winner", () => {
  const next = fold(view(), frame("match_abandoned", { scores: [3, 4], secret: null }));
  assert.deepEqual(next.result, { winner: null, reason: "abandoned", scores: [3, 4] });
});
