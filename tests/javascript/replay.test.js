// An opened record as steps.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dealAfter, dealBefore, dealOf, stepsOf } from "../../games/static/games/replay.js";
import { EXPORTS, created, deal, exported, followed, play, view } from "./matches.js";

const TRAIL = play({ kind: "trail", card: "2c" });

/** The facts after the view's, each told by a line of its own. @param {[type: string, data: object][]} facts */
function plies(...facts) {
  return facts.map(([type, data], at) => ({
    line: at + 7, version: at + 11, type, data, at: null, hands: null, diagram: null,
  }));
}

/** @param {...number} deals @returns {Casino.Step[]} */
function stepsIn(...deals) {
  return deals.map((number) => ({ view: view({ deal: number ? deal({ number }) : null }), line: null, play: null }));
}

test("the first step is the view as the match begins, told by no line", () => {
  const [first, ...others] = stepsOf({ view: view(), plies: [] });
  assert.deepEqual([first.line, first.play, others.length], [null, null, 0]);
  assert.equal(dealOf(first), 1);
});

test("a step has the line that tells it and the card played in it", () => {
  const [, step] = stepsOf({ view: view(), plies: plies(["card_played", TRAIL]) });
  assert.deepEqual([step.line, step.play], [7, TRAIL]);
  assert.ok(step.view.deal?.loose.includes("2c"));
});

test("a card that is played and the one drawn for it are one step", () => {
  const told = plies(["card_played", TRAIL], ["card_drawn", { seat: 0, stock: 12 }], ["card_played", { ...TRAIL, seat: 1 }]);
  const steps = stepsOf({ view: view(), plies: told });
  assert.deepEqual(steps.map(({ line }) => line), [null, 8, 9]);
  assert.equal(steps[1].play, TRAIL);
  assert.equal(steps[1].view.deal?.stock, 12);
});

test("what something else follows at once is no step of its own, unless the record ends there", () => {
  const late = ["clock_ran_out", { seat: 0, in_a_row: 1 }];
  const told = plies(/** @type {[string, object]} */ (late), ["card_played", { ...TRAIL, default: true }]);
  assert.deepEqual(stepsOf({ view: view(), plies: told }).map(({ line }) => line), [null, 8]);
  assert.deepEqual(stepsOf({ view: view(), plies: told.slice(0, 1) }).map(({ line }) => line), [null, 7]);
});

test("where all hands are known they lie open, and where a card is hidden none do", () => {
  const [told] = plies(["card_played", TRAIL]);
  const open = stepsOf({ view: view(), plies: [{ ...told, hands: [["3h"], ["Kc", "Kd"]] }] });
  assert.deepEqual(open[1].view.seats.map(({ hand }) => hand), [["3h"], ["Kc", "Kd"]]);
  const hidden = stepsOf({ view: view(), plies: [told] });
  assert.deepEqual(hidden[1].view.seats.map(({ hand }) => hand), [undefined, undefined]);
});

test("from the middle of a deal one goes back to its beginning, from there to the deal before", () => {
  const steps = stepsIn(0, 1, 1, 2, 2, 2);
  assert.equal(dealBefore(steps, 5), 3);
  assert.equal(dealBefore(steps, 3), 1);
  assert.equal(dealBefore(steps, 1), 0);
  assert.equal(dealBefore(steps, 0), 0);
});

test("one goes on to where the next deal begins, and in the last deal to the last step", () => {
  const steps = stepsIn(0, 1, 1, 2, 2, 2);
  assert.deepEqual([0, 1, 2, 3].map((at) => dealAfter(steps, at)), [1, 3, 3, 5]);
});

for (const name of EXPORTS) {
  test(`${name}: its last step shows the end, and every play has its step`, () => {
    const [first, ...facts] = exported(name);
    const told = facts.map((fact, at) => ({ ...fact, line: at + 2, hands: null, diagram: null }));
    const steps = stepsOf({ view: created(first), plies: told });
    assert.equal(steps[steps.length - 1].view.result?.reason, followed(name)[facts.length].result?.reason);
    const played = facts.filter(({ type }) => type === "card_played").map(({ data }) => data.text);
    assert.deepEqual(steps.flatMap((step) => step.play?.text ?? []), played);
  });
}
