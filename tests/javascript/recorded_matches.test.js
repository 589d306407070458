// Every match that the product has exported, followed from its first fact to its last as a page would.

import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOf } from "../../games/static/games/sheet.js";
import { EXPORTS, exported, followed } from "./matches.js";

/** @param {Casino.Deal} deal */
const onTable = (deal) => [...deal.loose, ...deal.builds.flatMap((build) => build.cards)];

for (const name of EXPORTS) {
  const facts = exported(name);
  const views = followed(name);
  /** Each fact with the view before it and the one after it. @param {string} type */
  const moments = (type) =>
    facts.flatMap((fact, at) => (fact.type === type ? [{ data: fact.data, before: views[at - 1], after: views[at] }] : []));

  test(`${name}: who plays is whose turn it was`, () => {
    for (const { data, before } of moments("card_played")) assert.equal(data.seat, before.deal?.turn);
  });

  test(`${name}: what is captured lay on the table, and lies there no more`, () => {
    for (const { data, before, after } of moments("card_played")) {
      const [lay, lies] = [before, after].map(({ deal }) => onTable(deal ?? assert.fail()));
      const taken = data.captured.filter((/** @type {string} */ card) => card !== data.move.card);
      for (const card of taken) assert.ok(lay.includes(card), `${card} lay on the table`);
      for (const card of data.captured) assert.ok(!lies.includes(card), `${card} was taken`);
    }
  });

  test(`${name}: no card is lost or comes twice`, () => {
    for (const { deal, seats, sides } of views) {
      if (!deal || deal.packet === 0) continue;
      const cards = onTable(deal);
      assert.equal(new Set(cards).size, cards.length);
      const held = seats.reduce((sum, seat) => sum + seat.cards, 0);
      const won = sides.reduce((sum, side) => sum + side.pile, 0);
      assert.equal(held + won + cards.length + deal.stock, 52);
    }
  });

  test(`${name}: a deal ends with the piles and the residue that the server counted`, () => {
    for (const { data, before } of moments("deal_scored")) {
      const { residue, piles } = data;
      assert.deepEqual(onTable(before.deal ?? assert.fail()).toSorted(), residue.cards.toSorted());
      assert.equal(before.deal?.last_capture ?? null, residue.seat);
      for (const { side, pile, seats } of before.sides) {
        assert.equal(pile + (seats.includes(residue.seat) ? residue.cards.length : 0), piles[side].length);
      }
    }
  });

  test(`${name}: its sheets have a row for each side in turn, and lines that make the total`, () => {
    for (const sheet of views[views.length - 1].sheets) {
      assert.deepEqual(sheet.sheet.map(({ side }) => side), views[0].sides.map(({ side }) => side));
      sheet.sheet.forEach((row, side) => {
        const points = linesOf(sheet).map((line) => Number(line.points[side]) || 0);
        assert.equal(points.reduce((sum, point) => sum + point, 0), row.total);
      });
    }
  });

  test(`${name}: it ends as it was recorded to end`, () => {
    const [last, end] = [facts[facts.length - 1], views[views.length - 1]];
    assert.equal(end.version, facts.length);
    assert.equal(end.status, "finished");
    assert.equal(end.result?.winner, last.data.winner ?? null);
    if (last.data.scores) assert.deepEqual(end.result?.scores, last.data.scores);
    assert.equal(end.clock.deadline, null);
  });
}
