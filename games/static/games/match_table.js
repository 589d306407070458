// The whole table as one element: seats around the cards, the stock, the last play in words.

import { cardBack } from "./card.js";
import { el, setAttributes, setText } from "./dom.js";
import { _, plural } from "./language.js";
import { withMentions } from "./mention.js";
import { gather, glide, isStill, places } from "./motion.js";
import { createSeat } from "./seat_view.js";
import { NOTHING } from "./selection.js";
import { createTableView } from "./table_view.js";
import { dealInWords, lastDrawnInWords, leadInWords, playInWords, resultInWords, turnInWords } from "./words.js";

/** @typedef {ReturnType<typeof createMatchTable>} MatchTable */

// `pick` as in table_view.js and `offers`, the element with the moves; both null where nobody plays.
/** @param {Casino.View} first @param {Casino.Pick | null} pick @param {Element | null} offers */
export function createMatchTable(first, pick = null, offers = null) {
  const seats = first.seats.map((seat) => createSeat(seat.seat));
  const near = first.you ?? 0;
  const table = createTableView(pick);
  const deal = el("span", { class: "felt__deal" });
  const stockCount = el("span", { class: "pile__count" });
  const stock = el("span", { class: "stock", role: "img" }, cardBack(), stockCount);
  const lastPlay = el("p", { class: "last-play", role: "status" });
  const info = el("div", { class: "felt__info" }, deal, stock);
  const middle = el("div", { class: "felt__middle" }, info, table.spread);
  const far = seats.filter((_seat, number) => number !== near);
  const node = el(
    "div",
    { class: "felt", "data-plays": pick !== null },
    el("div", { class: "felt__far" }, ...far.map((seat) => seat.node)),
    middle,
    lastPlay,
    el("div", { class: "felt__near" }, seats[near].node),
    el("div", { class: "felt__own" }, table.hand, offers),
  );
  /** @type {Casino.View | null} */
  let shown = null;

  /** @param {Casino.View} view @param {Casino.Selection} selection @param {boolean} isYourTurn */
  function render(view, selection = NOTHING, isYourTurn = false) {
    const moves = shown !== null && shown.version !== view.version && !isStill();
    const before = moves ? places(node) : null;
    for (const seat of seats) seat.render(view);
    table.render(view, selection, isYourTurn);
    setText(deal, view.deal ? dealInWords(view.deal) : turnInWords(view));
    renderStock(view.deal?.stock ?? 0);
    say(view);
    if (view.result) close(view, view.result);
    else reopen();
    if (before) move(before, view);
    shown = view;
  }

  /** @param {number} count */
  function renderStock(count) {
    setText(stockCount, String(count));
    const label = plural("stock: %(count)s card", "stock: %(count)s cards", count);
    setAttributes(stock, { "aria-label": label, hidden: count === 0 });
  }

  /** @param {Casino.View} view */
  function say(view) {
    const play = view.last_play;
    const leader = view.deal?.turn ?? null;
    const drawn = lastDrawnInWords(shown, view);
    if (!drawn && shown && shown.last_play === play && (play || shown.deal?.turn === view.deal?.turn)) return;
    const words = el("span", { class: "last-play__words" });
    if (play) {
      words.append(...withMentions(playInWords(view, play)));
      if (play.sweep) words.append(" ", el("span", { class: "last-play__sweep" }, _("Sweep")));
      if (play.default) words.append(" ", el("span", { class: "last-play__note" }, _("(time ran out)")));
    } else words.append(leader === null ? turnInWords(view) : leadInWords(view, leader));
    if (drawn) words.append(" ", el("span", { class: "last-play__note" }, drawn));
    lastPlay.replaceChildren(words);
    setAttributes(lastPlay, { "data-seat": play?.seat ?? null });
  }

  // The cards are cleared away and the result lies on the table.
  /** @param {Casino.View} view @param {Casino.Result} result */
  function close(view, result) {
    if (shown?.result) return;
    const { who, how } = resultInWords(view, result);
    const told = [el("p", { class: "result__who" }, who), el("p", { class: "result__how" }, how)];
    middle.replaceChildren(el("div", { class: "result", role: "status" }, ...told));
    lastPlay.hidden = true;
  }

  // A replay goes back from the result to the cards.
  function reopen() {
    if (!shown?.result) return;
    middle.replaceChildren(info, table.spread);
    lastPlay.hidden = false;
  }

  // A card that is new comes from who has just played, else from the stock.
  /** @param {import("./motion.js").Places} before @param {Casino.View} view */
  function move(before, view) {
    const play = shown?.last_play === view.last_play ? null : view.last_play;
    const origin = play ? seats[play.seat].node : stock;
    glide(node, before, origin.getBoundingClientRect());
    if (play?.captured.length) gather(node, before, play.captured, seats[play.seat].pile);
  }

  return {
    node,
    render,
    /** @param {number | null} number @param {number | null} seconds */
    renderClock(number, seconds) {
      seats.forEach((seat, place) => seat.renderClock(place === number ? seconds : null));
    },
  };
}
