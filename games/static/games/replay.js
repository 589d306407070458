// An opened record (docs/protocol.md, Records) as the views to step through. Pure.

import { fold } from "./match_state.js";

// Facts that something else follows at once: a step shows them together.
const GOES_ON = new Set(["deal_started", "clock_ran_out", "seat_resigned"]);
const NO_TIME = "1970-01-01T00:00:00Z";

// The steps: each has the `view`, the `line` that tells it, its `play`, the data of a card played in it, or null, and
// the `points` of the sides, where they are told. All are folded once: from then on a step is a look at a list.
/** @param {{ view: Casino.View, plies: Casino.Ply[] }} opened */
export function stepsOf({ view, plies }) {
  /** @type {Casino.Step[]} */
  const steps = [{ view: { ...view, now: NO_TIME }, line: null, play: null }];
  /** @type {Casino.Play | null} */
  let play = null;
  let current = steps[0].view;
  plies.forEach((ply, at) => {
    current = fold(current, { ...ply, at: ply.at ?? NO_TIME });
    if (ply.type === "card_played") play = ply.data;
    if (isAmid(ply, plies[at + 1])) return;
    steps.push({ view: withHands(current, ply.hands), line: ply.line ?? null, play, points: ply.points });
    play = null;
  });
  return steps;
}

/** @param {Casino.Ply} ply @param {Casino.Ply | undefined} next */
function isAmid(ply, next) {
  if (!next) return false;
  return GOES_ON.has(ply.type) || (ply.type === "card_played" && next.type === "card_drawn");
}

/** @param {Casino.View} view @param {Casino.Card[][] | null} hands */
function withHands(view, hands) {
  if (hands === null) return view;
  return { ...view, seats: view.seats.map((seat) => ({ ...seat, hand: hands[seat.seat] })) };
}

// The number of the deal that the step shows; 0 before the first.
/** @param {Casino.Step} step */
export function dealOf(step) {
  return step.view.deal?.number ?? 0;
}

// Where the deal of a step begins; from its beginning, where the deal before does.
/** @param {Casino.Step[]} steps @param {number} at */
export function dealBefore(steps, at) {
  const deal = dealOf(steps[at]);
  const first = firstOf(steps, deal);
  return at > first ? first : firstOf(steps, deal - 1);
}

// Where the next deal begins; in the last deal, the last step.
/** @param {Casino.Step[]} steps @param {number} at */
export function dealAfter(steps, at) {
  const next = steps.findIndex((step) => dealOf(step) > dealOf(steps[at]));
  return next < 0 ? steps.length - 1 : next;
}

/** @param {Casino.Step[]} steps @param {number} deal */
function firstOf(steps, deal) {
  return Math.max(0, steps.findIndex((step) => dealOf(step) === deal));
}

// The same step with the hands face down.
/** @param {Casino.View} view @returns {Casino.View} */
export function withoutHands(view) {
  return { ...view, seats: view.seats.map((seat) => ({ ...seat, hand: undefined })) };
}
