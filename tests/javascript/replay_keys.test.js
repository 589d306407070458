// What keys and fingers mean in a replay.

import assert from "node:assert/strict";
import { test } from "node:test";

import { meaningOf, strokeOf } from "../../games/static/games/replay_keys.js";

test("arrows step, pages turn deals, letters jump to sweeps and leads", () => {
  const keys = ["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "s", "S", "l", "L", "h"];
  assert.deepEqual(keys.map((key) => meaningOf(key, false)), [
    "back", "on", "dealBack", "dealOn", "sweepOn", "sweepBack", "leadOn", "leadBack", "hands",
  ]);
});

test("the space bar plays and pauses, but presses the button that has the focus", () => {
  assert.deepEqual([meaningOf(" ", false), meaningOf(" ", true), meaningOf("k", true)], ["toggle", null, "toggle"]);
});

test("a key without a meaning, or the name of what every object has, means nothing", () => {
  assert.deepEqual(["x", "Tab", "constructor", "toString"].map((key) => meaningOf(key, false)), [null, null, null, null]);
});

test("a finger that goes far enough sideways turns a page, and one that scrolls does not", () => {
  const strokes = [[-80, 10], [80, -10], [-30, 0], [-80, 70], [0, 200]];
  assert.deepEqual(strokes.map(([x, y]) => strokeOf(x, y)), ["on", "back", null, null, null]);
});
