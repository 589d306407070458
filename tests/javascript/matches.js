// Matches for the tests: views made by hand, and the matches that the product has exported.

import { readFileSync, readdirSync } from "node:fs";

import { fold } from "../../games/static/games/match_state.js";

/** @typedef {Omit<Casino.Fact, "data"> & Casino.Frame & { data: any }} Exported */

const DATA = new URL("../games/data/", import.meta.url);
export const NOON = "2026-11-20T12:00:00.000Z";

/** Every match that was ever exported, by the name of its file. */
export const EXPORTS = [
  ...readdirSync(DATA).filter((name) => name.startsWith("match-")),
  ...readdirSync(new URL("records/", DATA)).filter((name) => name.endsWith(".jsonl")).map((name) => `records/${name}`),
];

/** @param {string} name */
export function exportText(name) {
  return readFileSync(new URL(name, DATA), "utf8");
}

/** @param {string} name @returns {Exported[]} */
export function exported(name) {
  return exportText(name).trim().split("\n").map((line) => JSON.parse(line));
}

/** The view after the first fact of a match. @param {Casino.Frame} fact @returns {Casino.View} */
export function created({ data, version }) {
  const { overrides, ruleset, seats: players } = data;
  // R27: four play in partnership, unless the ruleset or the table says otherwise.
  const isPartnership = overrides.partnership ?? (players === 4 && ruleset !== "california");
  const count = isPartnership ? 2 : players;
  const seats = Array.from({ length: players }, (_seat, seat) => seatOf(seat, seat % count));
  return {
    ...view({ seats, sides: Array.from({ length: count }, (_side, side) => sideOf(side, seats)) }),
    version,
    status: "waiting",
    ruleset: { key: ruleset, overrides, first_to: 21, draws: ruleset === "draw" },
    deal: null,
    clock: { turn_seconds: data.clock.turn_seconds, deadline: null },
  };
}

/** Every view of a match, after each of its facts. @param {string} name */
export function followed(name) {
  const [first, ...facts] = exported(name);
  const views = [created(first)];
  for (const fact of facts) views.push(fold(views[views.length - 1], fact));
  return views;
}

/** A table of two people in the middle of a deal, seen by Ann. @param {Partial<Casino.View>} change @returns {Casino.View} */
export function view(change = {}) {
  const seats = change.seats ?? [seatOf(0, 0), seatOf(1, 1)];
  return {
    match: "0193",
    version: 10,
    status: "playing",
    ruleset: { key: "classic", overrides: {}, first_to: 21, draws: false },
    digests: null,
    dealing: { board: null, mirrored: false },
    you: null,
    seats,
    sides: seats.map(({ side }) => sideOf(side, seats)),
    deal: deal(),
    last_play: null,
    sheets: [],
    result: null,
    players: [player(0, "ann"), player(1, "bob")],
    clock: { turn_seconds: 30, deadline: null },
    now: NOON,
    ...change,
  };
}

/** @param {Partial<Casino.Deal>} change @returns {Casino.Deal} */
export function deal(change = {}) {
  return {
    number: 1,
    dealer: 1,
    packet: 1,
    packets: 6,
    last: false,
    stock: 40,
    turn: 0,
    loose: ["3c", "5d", "9h", "Ks"],
    builds: [],
    last_capture: null,
    hand: null,
    ...change,
  };
}

/** @param {Casino.Move} move @param {Partial<Casino.Play>} change @returns {Casino.Play} */
export function play(move, change = {}) {
  return { seat: 0, move, text: "", captured: [], build: null, sweep: false, default: false, turn: 1, ...change };
}

/** @param {string} type @param {object} data @param {number} version @returns {Casino.Frame} */
export function frame(type, data, version = 11) {
  return { version, type, data, at: NOON };
}

/** @param {number} seat @param {number} side @param {Partial<Casino.Seat>} change @returns {Casino.Seat} */
export function seatOf(seat, side, change = {}) {
  return { seat, side, player: `p${seat}`, bot: null, cut: false, committed: null, cards: 4, timeouts: 0, ...change };
}

/** @param {number} seat @param {string} handle @param {"person" | "bot"} kind @returns {Casino.Player} */
export function player(seat, handle, kind = "person") {
  return { seat, id: `p${seat}`, handle, kind };
}

/** @param {number} side @param {Casino.Seat[]} seats @returns {Casino.Side} */
function sideOf(side, seats) {
  const own = seats.filter((seat) => seat.side === side).map(({ seat }) => seat);
  return { side, seats: own, score: 0, pile: 0, sweeps: 0 };
}
