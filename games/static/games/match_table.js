// The whole table as one element: seats around the cards, the stock, the last play in words.

import { createDealInfo } from "./deal_info.js";
import { el } from "./dom.js";
import { createLastPlay } from "./last_play.js";
import { gather, glide, isStill, placesIn } from "./motion.js";
import { createSeat } from "./seat_view.js";
import { placesOf } from "./seating.js";
import { NOTHING } from "./selection.js";
import { createTableView } from "./table_view.js";
import { resultInWords } from "./words.js";

/** @typedef {ReturnType<typeof createMatchTable>} MatchTable */

// `pick` as in table_view.js and `offers`, the element with the moves; both null where nobody plays.
/** @param {Casino.View} first @param {Casino.Pick | null} pick @param {Element | null} offers */
export function createMatchTable(first, pick = null, offers = null) {
  const near = first.you ?? 0;
  const count = first.seats.length;
  const places = placesOf(count, near);
  const seats = first.seats.map(({ seat }) => createSeat(seat, near, places[seat]));
  const table = createTableView(pick);
  const info = createDealInfo();
  const lastPlay = createLastPlay();
  const middle = el("div", { class: "felt__middle" }, table.spread);
  // In the order of play, as it is read aloud: those after the reader, then the reader's own.
  const inTurn = first.seats.map((_seat, after) => seats[(near + 1 + after) % count].node);
  const own = inTurn.pop();
  const node = el(
    "div",
    { class: "felt", "data-plays": pick !== null, "data-seats": count },
    ...inTurn,
    info.node,
    middle,
    lastPlay.node,
    own,
    table.hand,
    offers,
  );
  /** @type {Casino.View | null} */
  let shown = null;

  /**
   * @param {Casino.View} view
   * @param {Casino.Selection} selection
   * @param {boolean} isYourTurn
   * @param {import("./seat_play.js").Lights | null} lights
   */
  function render(view, selection = NOTHING, isYourTurn = false, lights = null) {
    const moves = shown !== null && shown.version !== view.version && !isStill();
    const before = moves ? placesIn(node) : null;
    for (const seat of seats) seat.render(view);
    table.render(view, selection, isYourTurn, lights);
    info.render(view);
    lastPlay.render(shown, view);
    if (view.result) close(view, view.result);
    else reopen();
    if (before) move(before, view);
    shown = view;
  }

  // The cards are cleared away and the result lies on the table.
  /** @param {Casino.View} view @param {Casino.Result} result */
  function close(view, result) {
    if (shown?.result) return;
    const { who, how } = resultInWords(view, result);
    const told = [el("p", { class: "result__who" }, who), el("p", { class: "result__how" }, how)];
    middle.replaceChildren(el("div", { class: "result", role: "status" }, ...told));
    lastPlay.node.hidden = true;
  }

  // A replay goes back from the result to the cards.
  function reopen() {
    if (!shown?.result) return;
    middle.replaceChildren(table.spread);
    lastPlay.node.hidden = false;
  }

  // A card that is new comes from who has just played, else from the stock.
  /** @param {import("./motion.js").Places} before @param {Casino.View} view */
  function move(before, view) {
    const play = shown?.last_play === view.last_play ? null : view.last_play;
    const origin = play ? seats[play.seat].node : info.stock;
    glide(node, before, origin.getBoundingClientRect());
    if (play?.captured.length) gather(node, before, play.captured, seats[play.seat].pile);
  }

  return {
    node,
    render,
    /** @param {number | null} number @param {number | null} seconds */
    renderClock(number, seconds, bank = 0) {
      seats.forEach((seat, place) => seat.renderClock(place === number ? seconds : null, bank));
      if (shown?.status === "waiting") info.renderWait(seconds);
    },
    /** @param {Casino.Presence[]} told @param {(since: string | null) => number | null} secondsSince */
    renderPresence(told, secondsSince) {
      seats.forEach((seat, number) => {
        const one = told.find((other) => other.seat === number);
        seat.renderPresence(one, secondsSince(one?.since ?? null));
      });
    },
  };
}
