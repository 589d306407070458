// The dealing of a match checked from its export, by the vectors and the matches that Python checks too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  below, boardDeck, bytesOf, checkDeal, dealtFrom, factsIn, firstBoardDealer, firstDealer, hexOf, recordOf,
  reveal, sha256, shuffledDeck,
} from "../../games/static/games/verify_deals.js";
import { EXPORTS, exportText } from "./matches.js";

const DOCUMENT = readFileSync(new URL("../../docs/fairness.md", import.meta.url), "utf8");
const [VECTORS, , BOARDS] = [...DOCUMENT.matchAll(/```json\n(.*?)```/gsu)].map(([, json]) => JSON.parse(json));
const DECK = [..."A23456789TJQK"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));

// Numbers as a stream of words gives them.
/** @param {number[]} words */
function stream(...words) {
  const left = words.values();
  return () => Promise.resolve(left.next().value ?? assert.fail("no word is left"));
}

/** @param {string} name */
const recorded = (name) => recordOf(factsIn(exportText(name)));

/** @param {import("../../games/static/games/verify_deals.js").MatchRecord} record @param {number} number */
async function problemOf(record, number) {
  return (await checkDeal(record, number)).problem;
}

test("the documented secrets make the documented decks", async () => {
  assert.ok(VECTORS.length > 0);
  for (const vector of VECTORS) {
    const secret = bytesOf(vector.secret);
    const cuts = vector.cuts.map(bytesOf);
    assert.equal((await shuffledDeck(secret, vector.match, vector.deal, cuts)).join(""), vector.deck);
    assert.equal(hexOf(await sha256(secret)), vector.previous);
    if (vector.dealer !== null) assert.equal(await firstDealer(secret, vector.match, cuts), vector.dealer);
  }
});

test("the documented boards have the documented decks", async () => {
  assert.ok(BOARDS.length > 0);
  for (const vector of BOARDS) {
    const secret = bytesOf(vector.secret);
    assert.equal((await boardDeck(secret, vector.board, vector.deal)).join(""), vector.deck);
    if (vector.dealer !== null) assert.equal(await firstBoardDealer(secret, vector.board, vector.seats), vector.dealer);
  }
});

test("a word that would favour low numbers is thrown away", async () => {
  assert.equal(await below(stream(2 ** 32 - 1, 2 ** 32 - 1, 7), 3), 1);
  assert.equal(await below(stream(2 ** 32 - 1), 2), 1);
  assert.equal(await below(stream(52 * 82595524, 5), 52), 5);
});

test("hexadecimal text and bytes lead to each other", () => {
  assert.deepEqual([...bytesOf("00ff10")], [0, 255, 16]);
  assert.equal(hexOf(bytesOf("00ff10")), "00ff10");
  assert.equal(hexOf(bytesOf("")), "");
});

test("cards go in pairs: twice around the others, the table, the dealer", () => {
  const seats = dealtFrom(DECK, "pairs", 2, 1).slice(0, 14).map(({ seat }) => seat);
  assert.deepEqual(seats, [0, 0, null, null, 1, 1, 0, 0, null, null, 1, 1, 0, 0]);
});

test("cards go singly: four rounds, then four to the table", () => {
  const seats = dealtFrom(DECK, "singly", 3, 0).slice(0, 17).map(({ seat }) => seat);
  assert.deepEqual(seats, [1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, null, null, null, null, 1]);
});

test("every card goes to one place, four each a packet and four to the table", () => {
  for (const order of /** @type {const} */ (["pairs", "singly"])) {
    for (const seats of [2, 3, 4, 6]) {
      const places = dealtFrom(DECK, order, seats, 0);
      assert.deepEqual(places.map(({ card }) => card), DECK);
      assert.equal(places.filter(({ seat }) => seat === null).length, 4);
      assert.equal(places.at(-1)?.packet, 48 / (4 * seats));
    }
  }
});

test("where hands are drawn, cards after the first packet go to who plays, in turn", () => {
  const drawn = dealtFrom(DECK, "pairs", 2, 1, true).slice(12, 16);
  assert.deepEqual(drawn.map(({ seat, packet }) => [seat, packet]), [[0, 1], [1, 1], [0, 1], [1, 1]]);
});

for (const name of EXPORTS) {
  test(`${name}: every deal that is revealed proves`, async () => {
    const record = recorded(name);
    const revealed = record.deals.filter(({ secret }) => secret);
    for (const { deal } of revealed) assert.equal(await problemOf(record, deal), null);
  });
}

test("most of the recorded deals are revealed, so that this proves something", () => {
  const deals = EXPORTS.flatMap((name) => recorded(name).deals);
  assert.ok(deals.filter(({ secret }) => secret).length > deals.length / 2);
});

test("a deal that is not revealed cannot be checked", async () => {
  const record = recorded("match-bots.jsonl");
  record.deals[0].secret = null;
  await assert.rejects(checkDeal(record, 1), /not revealed/u);
});

test("a secret that does not lead back to the commitment is seen", async () => {
  const record = recorded("match-bots.jsonl");
  record.commitment = "00".repeat(32);
  assert.deepEqual(await problemOf(record, 1), { code: "secret" });
});

test("a wrong dealer is seen", async () => {
  const record = recorded("match-bots.jsonl");
  record.dealer = 1 - (record.dealer ?? 0);
  assert.deepEqual(await problemOf(record, 1), { code: "dealer" });
});

test("a card laid on the table that the deck does not have there is seen", async () => {
  const record = recorded("match-bots.jsonl");
  const [[first]] = record.deals[0].packets;
  record.deals[0].packets[0][0] = DECK.find((card) => !record.deals[0].packets[0].includes(card)) ?? first;
  assert.deepEqual(await problemOf(record, 1), { code: "table" });
});

test("a card played by a seat that was not dealt it is seen, with the card and the seat", async () => {
  const record = recorded("match-bots.jsonl");
  const [one, other] = record.deals[0].plays;
  [one.card, other.card] = [other.card, one.card];
  assert.deepEqual(await problemOf(record, 1), { code: "hand", card: one.card, seat: one.seat });
});

test("a card played twice is seen", async () => {
  const record = recorded("match-bots.jsonl");
  const { plays } = record.deals[0];
  plays.splice(2, 0, plays[0]);
  assert.deepEqual(await problemOf(record, 1), { code: "hand", card: plays[0].card, seat: plays[0].seat });
});

test("a card of the deck that nobody played is seen, unless the deal was broken off", async () => {
  const record = recorded("match-bots.jsonl");
  record.deals[0].plays.pop();
  assert.deepEqual(await problemOf(record, 1), { code: "plays" });
  record.deals[0].whole = false;
  assert.equal(await problemOf(record, 1), null);
});

test("other cuts make another deck", async () => {
  const record = recorded("match-bots.jsonl");
  record.cuts[0].cut = "00".repeat(16);
  assert.notEqual(await problemOf(record, 1), null);
});

test("the secret of a round reveals the deals of its matches, each the hash of the next", async () => {
  const record = recorded("match-bots.jsonl");
  await reveal(record, "11".repeat(32));
  const [first, second] = record.deals;
  assert.equal(hexOf(await sha256(bytesOf(second.secret ?? ""))), first.secret);
});
