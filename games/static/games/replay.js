// An opened record (docs/protocol.md, Records) as the views to step through. Pure.

import { fold } from "./match_state.js";

// Facts that something else follows at once: a step shows them together.
const GOES_ON = new Set(["deal_started", "clock_ran_out", "seat_resigned"]);
const NO_TIME = "1970-01-01T00:00:00Z";

// The steps: each has the `view`, the `line` that tells it, and its `play`, the data of a card played in it, or null.
export function stepsOf({ view, plies }) {
  const steps = [{ view: { ...view, now: NO_TIME }, line: null, play: null }];
  let play = null;
  let current = steps[0].view;
  plies.forEach((ply, at) => {
    current = fold(current, { ...ply, at: ply.at ?? NO_TIME });
    if (ply.type === "card_played") play = ply.data;
    if (isAmid(ply, plies[at + 1])) return;
    steps.push({ view: withHands(current, ply.hands), line: ply.line, play });
    play = null;
  });
  return steps;
}

function isAmid(ply, next) {
  if (!next) return false;
  return GOES_ON.has(ply.type) || (ply.type === "card_played" && next.type === "card_drawn");
}

function withHands(view, hands) {
  if (hands === null) return view;
  return { ...view, seats: view.seats.map((seat) => ({ ...seat, hand: hands[seat.seat] })) };
}

// The number of the deal that the step shows; 0 before the first.
export function dealOf(step) {
  return step.view.deal?.number ?? 0;
}
