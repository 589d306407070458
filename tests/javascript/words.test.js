// Plays, offers and results said in words.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { spokenName } from "../../games/static/games/card_names.js";
import { _, list, plural } from "../../games/static/games/language.js";
import {
  buildName, builtPlural, dealInWords, lastDrawnInWords, leadInWords, offerInWords, playInWords, playerName, resultInWords,
  sideName, spokenBuild, sweepsInWords, turnInWords,
} from "../../games/static/games/words.js";
import { deal, play, seatOf, view } from "./matches.js";

const NINE = { value: 9, owner: 1, kind: /** @type {const} */ ("single"), cards: ["4c", "5s"] };
const NINES = { value: 9, owner: 1, kind: /** @type {const} */ ("multiple"), cards: ["4c", "5s", "9c"] };
const PARTNERS = view({
  seats: [seatOf(0, 0), seatOf(1, 1), seatOf(2, 0), seatOf(3, 1)],
  sides: [{ side: 0, seats: [0, 2], score: 0, pile: 0, sweeps: 0 }, { side: 1, seats: [1, 3], score: 0, pile: 0, sweeps: 0 }],
  players: ["ann", "bob", "cleo", "dan"].map((handle, seat) => ({ seat, id: `p${seat}`, handle, kind: "person" })),
});

// The marks of suits without the character that selects their text form.
/** @param {string} sentence */
const plain = (sentence) => sentence.replaceAll("\uFE0E", "");

afterEach(() => {
  globalThis.gettext = undefined;
  globalThis.ngettext = undefined;
});

/** @type {[name: string, Casino.Move, build: Casino.Build | null, sentence: string, offer: string][]} */
const MOVES = [
  ["a trail", { kind: "trail", card: "Kc" }, null, "ann trailed K♣.", "Trail K♣"],
  [
    "a capture of loose cards", { kind: "capture", card: "8h", loose: ["3c", "5d"] }, null,
    "ann captured 3♣ 5♦ with 8♥.", "Take 3♣ 5♦",
  ],
  [
    "a capture of builds", { kind: "capture", card: "9h", builds: [9] }, null,
    "ann captured the build of 9 with 9♥.", "Take the build of 9",
  ],
  [
    "a capture of both", { kind: "capture", card: "Kh", loose: ["Ks"], builds: [9, 4] }, null,
    "ann captured K♠, the build of 9, and the build of 4 with K♥.", "Take K♠, the build of 9, and the build of 4",
  ],
  [
    "a build", { kind: "build", card: "4c", loose: ["5d"], value: 9 }, NINE,
    "ann built a 9: 4♣ on 5♦.", "Build nines",
  ],
  [
    "a build of several", { kind: "build", card: "4c", loose: ["5d", "9h"], value: 9 }, NINES,
    "ann built nines: 4♣ on 5♦ 9♥.", "Build nines",
  ],
  [
    "a card added to a build", { kind: "build", card: "9c", value: 9 }, NINES,
    "ann added 9♣ to the nines.", "Build nines",
  ],
  [
    "a raise", { kind: "build", card: "2c", raises: 7, value: 9 }, NINE,
    "ann raised the 7 to 9 with 2♣.", "Raise the 7 to 9",
  ],
  [
    "a raise that joins cards", { kind: "build", card: "2c", loose: ["9h"], raises: 7, value: 9 }, NINES,
    "ann raised the 7 to 9 with 2♣ and joined 9♥.", "Raise the 7 to 9",
  ],
];

for (const [name, move, build, sentence, offer] of MOVES) {
  test(`${name} is told and offered`, () => {
    assert.equal(plain(playInWords(view(), play(move, { build }))), sentence);
    assert.equal(plain(offerInWords(view(), move)), offer);
  });
}

test("what the reader has played is told to them as theirs", () => {
  assert.equal(plain(playInWords(view({ you: 0 }), play({ kind: "trail", card: "Kc" }))), "You trailed K♣.");
});

test("a play is read aloud with the words of its cards", () => {
  const move = /** @type {const} */ ({ kind: "capture", card: "8h", loose: ["3c", "5d"] });
  assert.equal(
    playInWords(view(), play({ ...move, loose: [...move.loose] }), spokenName),
    "ann captured three of clubs, five of diamonds with eight of hearts.",
  );
  assert.equal(offerInWords(view(), { kind: "trail", card: "Td" }, spokenName), "Trail ten of diamonds");
});

test("a build of a value that stands already is offered as an addition", () => {
  const seen = view({ deal: deal({ builds: [NINE] }) });
  assert.equal(offerInWords(seen, { kind: "build", card: "9c", value: 9 }), "Add to the nines");
  assert.equal(offerInWords(seen, { kind: "build", card: "8c", loose: ["2h"], value: 10 }), "Build tens");
});

test("a build is called by its owner and its value, in the plural once it is multiple", () => {
  assert.equal(buildName(view(), NINE), "bob’s 9");
  assert.equal(buildName(view(), NINES), "bob’s nines");
  assert.equal(buildName(view({ you: 1 }), NINES), "Your nines");
  assert.equal(spokenBuild(view(), NINE), "bob’s 9: four of clubs, five of spades");
});

test("who has added to a build of another reads so", () => {
  const ours = { ...NINE, contributors: [0, 1] };
  assert.equal(buildName(view({ you: 0 }), ours), "bob’s 9, yours too");
  assert.equal(buildName(view(), ours), "bob’s 9");
});

test("the last card of the stock is announced once, where hands are drawn from it", () => {
  const draws = { key: "draw", overrides: {}, first_to: 21, draws: true };
  const at = (/** @type {number} */ stock) => view({ ruleset: draws, deal: deal({ packets: 1, stock }) });
  assert.equal(lastDrawnInWords(at(1), at(0)), "The last card of the stock is drawn.");
  assert.equal(lastDrawnInWords(at(0), at(0)), null);
  assert.equal(lastDrawnInWords(at(2), at(1)), null);
  assert.equal(lastDrawnInWords(null, at(0)), null);
  assert.equal(lastDrawnInWords(view({ deal: deal({ stock: 8 }) }), view({ deal: deal({ stock: 0 }) })), null);
});

test("builds of every value have a word", () => {
  const words = Array.from({ length: 14 }, (_value, at) => builtPlural(at + 1));
  assert.equal(new Set(words).size, 14);
  assert.deepEqual([words[0], words[8], words[13]], ["aces", "nines", "fourteens"]);
  assert.equal(builtPlural(15), "15");
});

test("who has no name yet is called by their seat, and the reader is You", () => {
  assert.equal(playerName(view({ players: [] }), 0), "Seat 1");
  assert.equal(playerName(view({ you: 1 }), 1), "You");
  assert.equal(playerName(view(), 1), "bob");
});

test("partners are named together", () => {
  assert.equal(sideName(PARTNERS, 0), "ann and cleo");
  assert.equal(sideName({ ...PARTNERS, you: 3 }, 1), "bob and You");
});

/** @type {[reason: string, how: string][]} */
const ENDINGS = [
  ["score", "22–15"],
  ["resigned", "22–15, by resignation"],
  ["timeouts", "22–15, on time"],
  ["forfeited", "22–15, by forfeit"],
  ["of a later day", "22–15"],
];

for (const [reason, how] of ENDINGS) {
  test(`a match that ended for the reason “${reason}” is told with the winner's score first`, () => {
    const result = { winner: 1, reason, scores: [15, 22] };
    assert.deepEqual(resultInWords(view(), result), { who: "bob won", how });
    assert.deepEqual(resultInWords(view({ you: 1 }), result), { who: "You won", how });
    assert.deepEqual(resultInWords(view({ you: 0 }), result), { who: "bob won", how });
  });
}

test("partners win together", () => {
  assert.equal(resultInWords(PARTNERS, { winner: 0, reason: "score", scores: [22, 9] }).who, "ann and cleo won");
  assert.equal(resultInWords({ ...PARTNERS, you: 2 }, { winner: 0, reason: "score", scores: [22, 9] }).who, "You won");
});

test("a match that is annulled has been won by nobody", () => {
  const told = resultInWords(view(), { winner: null, reason: "annulled", scores: [4, 5] });
  assert.deepEqual(told, { who: "Annulled", how: "by the director; nobody wins" });
});

test("a deal is told with its packet, or with its stock where hands are drawn from it", () => {
  assert.equal(dealInWords(deal({ number: 2, packet: 3 })), "Deal 2, packet 3 of 6");
  assert.equal(dealInWords(deal({ packet: 6, last: true })), "Deal 1, last packet");
  assert.equal(dealInWords(deal({ packets: 1, stock: 12 })), "Deal 1, 12 cards in the stock");
  assert.equal(dealInWords(deal({ packets: 1, stock: 1 })), "Deal 1, 1 card in the stock");
  assert.equal(dealInWords(deal({ packets: 1, stock: 0, last: true })), "Deal 1, the stock is drawn");
});

test("before the first play it is told who leads, and how the deal before ended", () => {
  assert.equal(leadInWords(view(), 0), "ann plays first.");
  assert.equal(leadInWords(view({ you: 0 }), 0), "You play first.");
  const row = { side: 0, cards: 0, spades: 0, most_cards: 0, most_spades: 0, big_casino: 0, little_casino: 0, aces: 0, sweeps: 0, total: 7 };
  const sheet = { deal: 3, sheet: [row, { ...row, side: 1, total: 4 }], scores: [7, 4], residue: { seat: null, cards: [] }, secret: null };
  assert.equal(leadInWords(view({ sheets: [sheet] }), 1), "Deal 3: ann 7 and bob 4. bob plays first.");
});

test("whose turn it is is told in every state of a match", () => {
  assert.equal(turnInWords(view({ status: "waiting", deal: null })), "Waiting for ann and bob.");
  assert.equal(turnInWords(view({ status: "waiting", deal: null, you: 1, seats: [seatOf(0, 0, { cut: true }), seatOf(1, 1)] })), "Waiting for you.");
  assert.equal(turnInWords(view({ status: "waiting", deal: null, seats: [seatOf(0, 0, { cut: true }), seatOf(1, 1, { cut: true })] })), "The cards are being cut.");
  assert.equal(turnInWords(view({ deal: null })), "The cards are being cut.");
  assert.equal(turnInWords(view({ deal: deal({ turn: null }) })), "The cards are being dealt.");
  assert.equal(turnInWords(view()), "ann is to play.");
  assert.equal(turnInWords(view({ you: 0 })), "Your turn: choose a card of your hand.");
  assert.equal(turnInWords(view({ status: "finished" })), "The match is over.");
});

test("one sweep is one sweep", () => {
  assert.deepEqual([sweepsInWords(1), sweepsInWords(2)], ["1 sweep", "2 sweeps"]);
});

test("the catalogue of the page translates what is said, and the values stay", () => {
  globalThis.gettext = (message) => (message === "%(who)s won" ? "gewonnen hat %(who)s" : message);
  globalThis.ngettext = (one, many, count) => (count < 3 ? `wenige: ${many}` : one);
  assert.equal(_("%(who)s won", { who: "ann" }), "gewonnen hat ann");
  assert.equal(plural("%(count)s sweep", "%(count)s sweeps", 2), "wenige: 2 sweeps");
});

test("a value that is not given stays as it stands, and what a value says is put in once", () => {
  assert.equal(_("%(who)s won", {}), "%(who)s won");
  assert.equal(_("%(who)s won", { who: "%(card)s", card: "K" }), "%(card)s won");
  assert.equal(_("%(count)s points", { count: 0 }), "0 points");
});

test("a list is joined as the language of the page joins lists", () => {
  assert.deepEqual([list([]), list(["a"]), list(["a", "b"]), list(["a", "b", "c"])], ["", "a", "a and b", "a, b, and c"]);
});
