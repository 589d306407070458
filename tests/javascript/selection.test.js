// What a seat has picked up to play.

import assert from "node:assert/strict";
import { test } from "node:test";

import { NOTHING, isEmpty, prune, toggleBuild, toggleCard, toggleLoose } from "../../games/static/games/selection.js";
import { deal } from "./matches.js";

test("a card of the hand is picked up, put down, or exchanged for another", () => {
  const one = toggleCard(NOTHING, "2c");
  assert.equal(one.card, "2c");
  assert.equal(toggleCard(one, "2c").card, null);
  assert.equal(toggleCard(one, "Kd").card, "Kd");
});

test("loose cards and builds are picked up in the order of choosing, and put down one by one", () => {
  const both = toggleLoose(toggleLoose(toggleBuild(NOTHING, 9), "5d"), "3c");
  assert.deepEqual(both, { card: null, loose: ["5d", "3c"], builds: [9] });
  assert.deepEqual(toggleLoose(both, "5d").loose, ["3c"]);
  assert.deepEqual(toggleBuild(both, 9).builds, []);
});

test("picking up changes no selection that was made before", () => {
  assert.deepEqual(NOTHING, { card: null, loose: [], builds: [] });
  assert.ok(Object.isFrozen(NOTHING));
});

test("what has left the hand or the table is picked up no more", () => {
  const selection = { card: "2c", loose: ["3c", "7d"], builds: [9, 10] };
  const builds = [{ value: 10, owner: 0, kind: /** @type {const} */ ("single"), cards: ["2h", "8s"] }];
  assert.deepEqual(prune(selection, deal({ hand: ["2c", "Kd"], builds })), { card: "2c", loose: ["3c"], builds: [10] });
  assert.equal(prune(selection, deal({ hand: ["Kd"] })).card, null);
});

test("nothing is picked up by who has no hand, nor outside a deal", () => {
  const selection = { card: "2c", loose: ["3c"], builds: [] };
  assert.equal(prune(selection, null), NOTHING);
  assert.equal(prune(selection, deal({ hand: null })), NOTHING);
});

test("a selection is empty until anything at all is picked up", () => {
  assert.equal(isEmpty(NOTHING), true);
  for (const picked of [toggleCard(NOTHING, "2c"), toggleLoose(NOTHING, "3c"), toggleBuild(NOTHING, 9)]) {
    assert.equal(isEmpty(picked), false);
  }
});
