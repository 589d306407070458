// Which part of a bracket is seen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { heightFor, moved, reshaped, showing, startBox, wholeBox, within, zoomed } from "../../tournaments/static/tournaments/viewport.js";

/** @typedef {import("../../tournaments/static/tournaments/viewport.js").Box} Box */

const LARGE = { width: 2000, height: 1500 };
const SMALL = { width: 300, height: 200 };
const REGION = { width: 800, height: 400 };
const SEEN = { x: 400, y: 300, width: 800, height: 400 };

/** Where in the drawing this place of the region is. @param {Box} box @param {{ x: number, y: number }} at */
const drawn = (box, at) => [box.x + (at.x * box.width) / REGION.width, box.y + (at.y * box.height) / REGION.height];

test("a region is as high as its drawing, within the window and never a slit", () => {
  assert.equal(heightFor({ width: 0, height: 400 }, 1000), 424);
  assert.equal(heightFor(LARGE, 1000), 820);
  assert.equal(heightFor({ width: 0, height: 52 }, 1000), 220);
  assert.equal(heightFor(LARGE, 200), 220);
});

test("a bracket is first seen at its own size, from its first round", () => {
  assert.deepEqual(startBox(LARGE, REGION), { x: -12, y: 0, width: 800, height: 400 });
});

test("a small bracket stands in the middle", () => {
  const box = startBox(SMALL, REGION);
  assert.equal(box.x + box.width / 2, SMALL.width / 2);
});

test("a bracket is first seen where the followed player is, in the middle", () => {
  const box = startBox(LARGE, REGION, { x: 1000, y: 700 });
  assert.equal(box.x + box.width / 2, 1000 + 208 / 2);
  assert.equal(box.y + box.height / 2, 700);
});

test("all of a bracket is seen in a region of any shape", () => {
  for (const full of [LARGE, SMALL, { width: 500, height: 4000 }]) {
    const box = wholeBox(full, REGION);
    assert.ok(box.x <= 0 && box.x + box.width >= full.width);
    assert.ok(box.y <= 0 && box.y + box.height >= full.height);
    assert.equal(box.width / box.height, REGION.width / REGION.height);
  }
});

test("what is under the pointer stays under it while one zooms", () => {
  const at = { x: 100, y: 350 };
  for (const factor of [1.25, 0.8, 2]) {
    const [x, y] = drawn(zoomed(LARGE, REGION, SEEN, factor, at), at);
    const [before, above] = drawn(SEEN, at);
    assert.ok(Math.abs(x - before) < 1e-9 && Math.abs(y - above) < 1e-9, `by ${factor}`);
  }
});

test("zooming in and out by the same factor leads back", () => {
  const at = { x: 400, y: 200 };
  const back = zoomed(LARGE, REGION, zoomed(LARGE, REGION, SEEN, 1.25, at), 1 / 1.25, at);
  for (const side of /** @type {const} */ (["x", "y", "width", "height"])) assert.ok(Math.abs(back[side] - SEEN[side]) < 1e-9);
});

test("one zooms no nearer than two and a half times, and no farther than all of it", () => {
  const at = { x: 0, y: 0 };
  assert.equal(zoomed(LARGE, REGION, SEEN, 100, at).width, 800 / 2.5);
  assert.equal(zoomed(LARGE, REGION, SEEN, 0.001, at).height, LARGE.height + 24);
  // A bracket that is smaller than its region is not shrunk.
  assert.equal(zoomed(SMALL, REGION, SEEN, 0.5, at).width, REGION.width);
});

test("the bracket follows the pointer that drags it, at every scale", () => {
  assert.deepEqual(moved(LARGE, REGION, SEEN, { x: 50, y: -20 }), { ...SEEN, x: 350, y: 320 });
  const near = { x: 400, y: 300, width: 400, height: 200 };
  assert.deepEqual(moved(LARGE, REGION, near, { x: 50, y: -20 }), { ...near, x: 375, y: 310 });
});

test("half of what is seen may be empty, and no more", () => {
  assert.deepEqual(within(LARGE, { ...SEEN, x: -9999, y: 9999 }), { ...SEEN, x: -400, y: 1300 });
  assert.deepEqual(within(LARGE, { ...SEEN, x: 9999, y: -9999 }), { ...SEEN, x: 1600, y: -200 });
  assert.deepEqual(within(LARGE, SEEN), SEEN);
});

test("a region that changes its shape keeps the width of what is seen", () => {
  assert.deepEqual(reshaped(LARGE, { width: 400, height: 600 }, SEEN), { ...SEEN, height: 1200 });
});

test("a pairing that has the focus comes into sight, and one that is in sight moves nothing", () => {
  assert.deepEqual(showing(LARGE, SEEN, { x: 500, y: 400 }), SEEN);
  const box = showing(LARGE, SEEN, { x: 1500, y: 400 });
  assert.equal(box.x + box.width / 2, 1500 + 104);
  assert.equal(box.y, SEEN.y);
  const above = showing(LARGE, SEEN, { x: 500, y: 0 });
  assert.equal(above.y + above.height / 2, 26);
  // A part of it in sight is not enough.
  assert.notEqual(showing(LARGE, SEEN, { x: 1100, y: 400 }).x, SEEN.x);
});
