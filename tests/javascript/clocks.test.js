// Clocks and countdowns: the server's clock rules.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createClock, minutes } from "../../games/static/games/clock.js";
import { left } from "../../tournaments/static/tournaments/countdown.js";

const NOON = Date.parse("2026-11-20T12:00:00.000Z");

test("a page whose own clock is wrong counts by the server's", () => {
  let own = NOON - 3_600_000;
  const clock = createClock(() => own);
  clock.correct("2026-11-20T12:00:00.000Z");
  assert.equal(clock.secondsLeft("2026-11-20T12:00:30.000Z"), 30);
  own += 10_000;
  assert.equal(clock.secondsLeft("2026-11-20T12:00:30.000Z"), 20);
});

test("a second that has begun still counts, and a time that is over is zero", () => {
  const clock = createClock(() => NOON + 100);
  assert.equal(clock.secondsLeft("2026-11-20T12:00:01.000Z"), 1);
  assert.equal(clock.secondsLeft("2026-11-20T11:59:00.000Z"), 0);
});

test("who has no deadline has no clock", () => {
  assert.equal(createClock().secondsLeft(null), null);
});

test("seconds are shown as minutes and two digits", () => {
  assert.deepEqual([0, 9, 60, 95, 600].map((seconds) => minutes(seconds)), ["0:00", "0:09", "1:00", "1:35", "10:00"]);
});

test("a countdown shows minutes, then hours, then days", () => {
  const shown = [59, 60, 3599, 3600, 86_399, 86_400, 200_000].map((seconds) => left(seconds));
  assert.deepEqual(shown, ["00:59", "01:00", "59:59", "1:00:00", "23:59:59", "1 d 0 h", "2 d 7 h"]);
});

test("a countdown that is over says now", () => {
  assert.deepEqual([left(0), left(-5)], ["now", "now"]);
});
