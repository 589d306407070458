// A view and the next fact make the next view.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Gap, fold, isYourTurn, playerAt, sideOf } from "../../games/static/games/match_state.js";
import { deal, frame, play, seatOf, view } from "./matches.js";

/** @param {Casino.View} seen */
const dealIn = (seen) => seen.deal ?? assert.fail("no deal is under way");

test("a fact that was already seen changes nothing", () => {
  const seen = view();
  assert.equal(fold(seen, frame("card_played", play({ kind: "trail", card: "2c" }), 10)), seen);
  assert.equal(fold(seen, frame("match_finished", {}, 3)), seen);
});

test("a fact that is not the next one is a gap", () => {
  assert.throws(() => fold(view(), frame("seat_resigned", { seat: 0 }, 12)), Gap);
});

test("a play without a deal is a gap: the page has missed something", () => {
  const seen = view({ deal: null });
  assert.throws(() => fold(seen, frame("card_played", play({ kind: "trail", card: "2c" }))), Gap);
});

test("a fact of a later day is counted, and changes nothing else", () => {
  const seen = view();
  assert.deepEqual(fold(seen, frame("table_polished", { seat: 0 })), { ...seen, version: 11 });
});

test("the view that a fact is folded into stays as it was", () => {
  const seen = view({ deal: deal({ builds: [{ value: 9, owner: 1, kind: "single", cards: ["4c", "5c"] }] }) });
  const before = structuredClone(seen);
  fold(seen, frame("card_played", play({ kind: "capture", card: "9d", builds: [9] }, { captured: ["9d", "4c", "5c"] })));
  assert.deepEqual(seen, before);
});

test("a seat that is taken has its player and its bot", () => {
  const next = fold(view(), frame("seat_taken", { seat: 1, player: "p7", bot: "greedy" }));
  assert.deepEqual([next.seats[1].player, next.seats[1].bot], ["p7", "greedy"]);
  assert.deepEqual(next.seats[0], view().seats[0]);
});

test("a seat that has cut is known to have cut", () => {
  assert.equal(fold(view(), frame("cut_made", { seat: 1, cut: "00", by: "player" })).seats[1].cut, true);
});

test("a match that starts is playing, and nobody's clock runs yet", () => {
  const next = fold(view({ status: "waiting", deal: null }), frame("match_started", { dealer: 1 }));
  assert.deepEqual([next.status, next.deal, next.clock.deadline], ["playing", null, null]);
});

test("a new deal begins with an empty table and empty piles, and keeps the scores", () => {
  const sides = view().sides.map((side) => ({ ...side, score: 7, pile: 20, sweeps: 2 }));
  const next = fold(view({ you: 0, sides }), frame("deal_started", { deal: 2, dealer: 0 }));
  assert.deepEqual(dealIn(next).loose, []);
  assert.deepEqual(dealIn(next).hand, []);
  assert.deepEqual([dealIn(next).number, dealIn(next).stock, dealIn(next).turn], [2, 52, null]);
  assert.deepEqual(next.sides.map(({ score, pile, sweeps }) => [score, pile, sweeps]), [[7, 0, 0], [7, 0, 0]]);
  assert.equal(next.last_play, null);
});

for (const [count, packets] of [[2, 6], [3, 4], [4, 3], [6, 2]]) {
  test(`a deal at a table of ${count} has ${packets} packets`, () => {
    const seats = Array.from({ length: count }, (_seat, seat) => seatOf(seat, seat));
    assert.equal(dealIn(fold(view({ seats }), frame("deal_started", { deal: 1, dealer: 0 }))).packets, packets);
  });
}

test("a deal whose hands are drawn from the stock has one packet", () => {
  const ruleset = { ...view().ruleset, draws: true };
  assert.equal(dealIn(fold(view({ ruleset }), frame("deal_started", { deal: 1, dealer: 0 }))).packets, 1);
});

const PACKET = { deal: 1, packet: 2, last: false, table: ["2c"], stock: 32, turn: 1 };

test("a packet gives every seat four cards, and the reader their own", () => {
  const seats = [seatOf(0, 0, { cards: 0 }), seatOf(1, 1, { cards: 0 })];
  const hand = ["Ac", "2d", "Td", "Kh"];
  const next = fold(view({ you: 0, seats }), frame("packet_dealt", { ...PACKET, hand }));
  assert.deepEqual(next.seats.map(({ cards }) => cards), [4, 4]);
  assert.deepEqual(dealIn(next).hand, hand);
  assert.deepEqual(dealIn(next).loose, ["3c", "5d", "9h", "Ks", "2c"]);
  assert.deepEqual([dealIn(next).packet, dealIn(next).stock, dealIn(next).last, dealIn(next).turn], [2, 32, false, 1]);
});

test("who looks on is shown no hand, even where the socket is that of a seat", () => {
  const next = fold(view({ you: null }), frame("packet_dealt", { ...PACKET, hand: ["Ac", "2d", "Td", "Kh"] }));
  assert.equal(dealIn(next).hand, null);
});

test("the clock of a person begins with the fact that opened the turn", () => {
  assert.equal(fold(view(), frame("packet_dealt", PACKET)).clock.deadline, "2026-11-20T12:00:30.000Z");
  const later = view({ later: { policy: "plays", by: 8 } });
  assert.equal(fold(later, frame("packet_dealt", PACKET)).clock.deadline, null);
});

test("a bot has no clock", () => {
  const seats = [seatOf(0, 0), seatOf(1, 1, { bot: "greedy" })];
  assert.equal(fold(view({ seats }), frame("packet_dealt", PACKET)).clock.deadline, null);
});

test("a seat's first turn after a deal has time to see how that ended, and no other turn", () => {
  const later = view({ deal: deal({ number: 2, stock: 48 }) });
  const dealt = fold(later, frame("packet_dealt", { ...PACKET, deal: 2, packet: 1, stock: 40 }));
  assert.equal(dealt.clock.deadline, "2026-11-20T12:00:36.000Z");
  const { turn } = /** @type {Casino.Deal} */ (dealt.deal);
  const [first, second] = [turn ?? 0, 1 - (turn ?? 0)];
  const once = fold(dealt, frame("card_played", play({ kind: "trail", card: "2c" }, { seat: first, turn: second }), 12));
  assert.equal(once.clock.deadline, "2026-11-20T12:00:36.000Z");
  const twice = fold(once, frame("card_played", play({ kind: "trail", card: "4c" }, { seat: second, turn: first }), 13));
  assert.equal(twice.clock.deadline, "2026-11-20T12:00:30.000Z");
});

test("a card that is trailed lies on the table and leaves the hand", () => {
  const seen = view({ you: 0, deal: deal({ hand: ["2c", "Kd"] }) });
  const next = fold(seen, frame("card_played", play({ kind: "trail", card: "2c" })));
  assert.deepEqual(dealIn(next).loose, ["3c", "5d", "9h", "Ks", "2c"]);
  assert.deepEqual(dealIn(next).hand, ["Kd"]);
  assert.deepEqual([next.seats[0].cards, dealIn(next).turn, dealIn(next).last_capture], [3, 1, null]);
});

test("what the other seat plays leaves the reader's hand alone", () => {
  const seen = view({ you: 1, deal: deal({ hand: ["2d", "Kd"] }) });
  const next = fold(seen, frame("card_played", play({ kind: "trail", card: "2c" })));
  assert.deepEqual(dealIn(next).hand, ["2d", "Kd"]);
});

test("a capture takes loose cards and builds off the table and counts them for the side", () => {
  const build = { value: 9, owner: 1, kind: /** @type {const} */ ("single"), cards: ["4c", "5c"] };
  const other = { value: 10, owner: 1, kind: /** @type {const} */ ("single"), cards: ["2h", "8s"] };
  const captured = ["9d", "9h", "4c", "5c"];
  const data = play({ kind: "capture", card: "9d", loose: ["9h"], builds: [9] }, { captured });
  const next = fold(view({ deal: deal({ builds: [build, other] }) }), frame("card_played", data));
  assert.deepEqual(dealIn(next).loose, ["3c", "5d", "Ks"]);
  assert.deepEqual(dealIn(next).builds, [other]);
  assert.deepEqual(next.sides.map(({ pile }) => pile), [4, 0]);
  assert.equal(dealIn(next).last_capture, 0);
  assert.equal(next.last_play, data);
});

test("a sweep is counted for the side that made it", () => {
  const seats = [seatOf(0, 0), seatOf(1, 1), seatOf(2, 0), seatOf(3, 1)];
  const sides = [{ side: 0, seats: [0, 2], score: 0, pile: 8, sweeps: 1 }, { side: 1, seats: [1, 3], score: 0, pile: 0, sweeps: 0 }];
  const data = play({ kind: "capture", card: "Kd", loose: ["Ks"] }, { seat: 2, captured: ["Kd", "Ks"], sweep: true });
  const next = fold(view({ seats, sides, deal: deal({ loose: ["Ks"] }) }), frame("card_played", data));
  assert.deepEqual(next.sides.map(({ pile, sweeps }) => [pile, sweeps]), [[10, 2], [0, 0]]);
});

test("a build takes its cards off the table and stands there, builds in order of their value", () => {
  const ten = { value: 10, owner: 1, kind: /** @type {const} */ ("single"), cards: ["2h", "8s"] };
  const eight = { value: 8, owner: 0, kind: /** @type {const} */ ("single"), cards: ["3c", "5s"] };
  const data = play({ kind: "build", card: "5s", loose: ["3c"], value: 8 }, { build: eight });
  const next = fold(view({ deal: deal({ builds: [ten] }) }), frame("card_played", data));
  assert.deepEqual(dealIn(next).builds, [{ ...eight, contributors: [0] }, ten]);
  assert.deepEqual(dealIn(next).loose, ["5d", "9h", "Ks"]);
  assert.deepEqual(next.sides.map(({ pile }) => pile), [0, 0]);
});

test("a build that is raised goes, and the one that it joins is replaced", () => {
  const builds = [
    { value: 7, owner: 1, kind: /** @type {const} */ ("single"), cards: ["3h", "4h"], contributors: [1, 2] },
    { value: 9, owner: 0, kind: /** @type {const} */ ("single"), cards: ["4s", "5s"] },
  ];
  const build = { value: 9, owner: 0, kind: /** @type {const} */ ("multiple"), cards: ["3h", "4h", "2s", "4s", "5s"] };
  const data = play({ kind: "build", card: "2s", raises: 7, value: 9 }, { build });
  const next = fold(view({ deal: deal({ builds }) }), frame("card_played", data));
  assert.deepEqual(dealIn(next).builds, [{ ...build, contributors: [0, 1, 2] }]);
});

test("who plays in time is no longer late, who is played for still is", () => {
  const seats = [seatOf(0, 0, { timeouts: 2 }), seatOf(1, 1)];
  const data = play({ kind: "trail", card: "2c" });
  assert.equal(fold(view({ seats }), frame("card_played", data)).seats[0].timeouts, 0);
  assert.equal(fold(view({ seats }), frame("card_played", { ...data, default: true })).seats[0].timeouts, 2);
});

test("a seat whose clock ran out is late once more", () => {
  assert.equal(fold(view(), frame("clock_ran_out", { seat: 1, in_a_row: 2 })).seats[1].timeouts, 2);
});

test("a card that is drawn comes into the reader's hand in the order of cards", () => {
  const seen = view({ you: 0, deal: deal({ hand: ["2c", "Td", "Kh"], stock: 5 }) });
  const next = fold(seen, frame("card_drawn", { seat: 0, stock: 4, card: "Tc" }));
  assert.deepEqual(dealIn(next).hand, ["2c", "Tc", "Td", "Kh"]);
  assert.deepEqual([dealIn(next).stock, dealIn(next).last, next.seats[0].cards], [4, false, 5]);
});

test("the last card of the stock ends it, and what another seat draws stays hidden", () => {
  const seen = view({ you: 0, deal: deal({ hand: ["2c"], stock: 1 }) });
  const next = fold(seen, frame("card_drawn", { seat: 1, stock: 0 }));
  assert.deepEqual(dealIn(next).hand, ["2c"]);
  assert.deepEqual([dealIn(next).last, next.seats[1].cards], [true, 5]);
});

test("a deal that is scored clears the table, counts the piles and keeps its sheet", () => {
  const data = {
    deal: 1,
    residue: { seat: 0, cards: ["Ks"] },
    sheet: [],
    scores: [9, 2],
    piles: [["Ks", "3c", "5d"], ["9h"]],
    secret: "ab",
  };
  const next = fold(view(), frame("deal_scored", data));
  assert.deepEqual(next.sides.map(({ score, pile }) => [score, pile]), [[9, 3], [2, 1]]);
  assert.deepEqual([dealIn(next).loose, dealIn(next).builds, dealIn(next).turn], [[], [], null]);
  assert.deepEqual(next.sheets.map(({ scores, secret }) => [scores, secret]), [[[9, 2], "ab"]]);
});

test("a seat that is handed over plays on as a bot, without a clock and without blame", () => {
  const seats = [seatOf(0, 0, { timeouts: 3 }), seatOf(1, 1)];
  const seen = view({ seats, clock: { turn_seconds: 30, deadline: "2026-11-20T12:00:30.000Z" } });
  const next = fold(seen, frame("seat_handed_over", { seat: 0, bot: "greedy" }));
  assert.deepEqual([next.seats[0].bot, next.seats[0].timeouts, next.clock.deadline], ["greedy", 0, null]);
});

test("the clock of who is to play runs on when another seat is handed over", () => {
  const seen = view({ clock: { turn_seconds: 30, deadline: "2026-11-20T12:00:30.000Z" } });
  const next = fold(seen, frame("seat_handed_over", { seat: 1, bot: "greedy" }));
  assert.equal(next.clock.deadline, "2026-11-20T12:00:30.000Z");
});

test("a match that is finished has its result, and it is nobody's turn", () => {
  const next = fold(view(), frame("match_finished", { winner: 1, reason: "score", scores: [15, 22], secret: null }));
  assert.deepEqual(next.result, { winner: 1, reason: "score", scores: [15, 22] });
  assert.deepEqual([next.status, dealIn(next).turn], ["finished", null]);
});

test("a match that is annulled has no winner, whatever the scores", () => {
  const sides = view().sides.map((side) => ({ ...side, score: side.side + 4 }));
  const next = fold(view({ sides }), frame("match_annulled", { reason: "a wrong deck", secret: null }));
  assert.deepEqual(next.result, { winner: null, reason: "annulled", scores: [4, 5] });
});

test("it is the reader's turn only at their own seat and while the match is played", () => {
  assert.equal(isYourTurn(view({ you: 0 })), true);
  assert.equal(isYourTurn(view({ you: 1 })), false);
  assert.equal(isYourTurn(view()), false);
  assert.equal(isYourTurn(view({ you: 0, status: "finished" })), false);
  assert.equal(isYourTurn(view({ you: 0, deal: null })), false);
});

test("a seat belongs to its side and has its player", () => {
  assert.equal(sideOf(view(), 1).side, 1);
  assert.equal(playerAt(view(), 1)?.handle, "bob");
  assert.equal(playerAt(view({ players: [] }), 1), undefined);
});

test("when all have chosen their cuts, the time to show them begins", () => {
  const clock = { turn_seconds: 10, deadline: "2026-11-20T12:01:00.000Z" };
  const seats = [seatOf(0, 0, { committed: "ab" }), seatOf(1, 1), seatOf(2, 2, { bot: "greedy", cut: true })];
  const waiting = view({ status: "waiting", deal: null, seats, clock });
  const chosen = fold(waiting, frame("cut_committed", { seat: 1, digest: "cd" }));
  assert.equal(chosen.clock.deadline, "2026-11-20T12:00:20.000Z");
  const shown = fold(chosen, { ...frame("cut_made", { seat: 1, cut: "00", by: "player" }, 12), at: "2026-11-20T12:00:09.000Z" });
  assert.equal(shown.clock.deadline, "2026-11-20T12:00:20.000Z");
});
