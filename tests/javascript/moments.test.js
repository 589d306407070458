// Where in a match a step is, and the links that lead there.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hashOf, lastOf, momentsOf, nextOf, queryOf, stepOf } from "../../games/static/games/moments.js";
import { stepsOf } from "../../games/static/games/replay.js";
import { EXPORTS, created, deal, exported, play, view } from "./matches.js";

const TRAIL = play({ kind: "trail", card: "2c" });

/** @param {number} number @param {boolean | null} sweep null: no card is played @param {number[]} [points] @returns {Casino.Step} */
function step(number, sweep, points) {
  const played = sweep === null ? null : { ...TRAIL, sweep };
  return { view: view({ deal: number ? deal({ number }) : null }), line: null, play: played, points };
}

const MOMENTS = momentsOf([
  step(0, null, [0, 0]), step(1, null, [0, 0]), step(1, false, [1, 0]), step(1, true, [1, 2]),
  step(1, false, [2, 2]), step(2, null, [2, 2]), step(2, false, [2, 3]), step(2, true, [4, 3]),
]);

test("a step is after so many plays of its deal", () => {
  const places = MOMENTS.map((moment) => [moment.deal, moment.play]);
  assert.deepEqual(places, [[0, 0], [1, 0], [1, 1], [1, 2], [1, 3], [2, 0], [2, 1], [2, 2]]);
});

test("the lead changes when another side than before has more than all others, and not at a tie", () => {
  assert.deepEqual(MOMENTS.flatMap(({ isLead }, at) => (isLead ? [at] : [])), [3, 7]);
});

test("one jumps to the next and to the last sweep and lead, as far as there are any", () => {
  assert.deepEqual([nextOf(MOMENTS, 0, "isSweep"), nextOf(MOMENTS, 3, "isSweep"), nextOf(MOMENTS, 7, "isSweep")], [3, 7, null]);
  assert.deepEqual([lastOf(MOMENTS, 7, "isLead"), lastOf(MOMENTS, 3, "isLead")], [3, null]);
});

test("a link leads to its step, by what is behind the # before what is behind the ?", () => {
  const links = [["#deal-1-play-2", ""], ["#deal-2", ""], ["", "?deal=2&play=1"], ["", "?deal=2"], ["#deal-1", "?deal=2"]];
  assert.deepEqual(links.map(([hash, search]) => stepOf(MOMENTS, { hash, search })), [3, 5, 6, 5, 1]);
});

test("a link to what there is not leads nowhere", () => {
  const links = [["", ""], ["#deal-3", ""], ["#deal-1-play-9", ""], ["#plays", ""], ["#deal-1x", "?deal=x"]];
  assert.deepEqual(links.map(([hash, search]) => stepOf(MOMENTS, { hash, search })), links.map(() => null));
});

for (const name of EXPORTS) {
  test(`${name}: a link to any play leads to that play`, () => {
    const [first, ...facts] = exported(name);
    const plies = facts.map((fact, at) => ({ ...fact, line: at + 2, hands: null, diagram: null }));
    const steps = stepsOf({ view: created(first), plies });
    const moments = momentsOf(steps);
    steps.forEach(({ play: played }, at) => {
      if (!played) return;
      assert.equal(stepOf(moments, { hash: hashOf(moments[at]), search: "" }), at);
      assert.equal(stepOf(moments, { hash: "", search: queryOf(moments[at]) }), at);
    });
  });
}
