// One seat at the table: who sits there, the cards in hand (backs), the pile, sweeps, score and clock.

import { cardBack, cardFace } from "./card.js";
import { spokenName } from "./card_names.js";
import { minutes } from "./clock.js";
import { all, el, setAttributes, setChildren, setText } from "./dom.js";
import { _, plural } from "./language.js";
import { playerAt, sideOf } from "./match_state.js";
import { leadOf } from "./seating.js";
import { playerName, presenceInWords, sweepsInWords } from "./words.js";

const HURRY_SECONDS = 10;

// `near` is the seat from which the table is looked at, and `place` where this one is then.
/** @param {number} number @param {number} near @param {import("./seating.js").Place} place */
export function createSeat(number, near, place) {
  const name = el("span", { class: "seat__name" });
  const tag = el("span", { class: "seat__tag" });
  const presence = el("span", { class: "seat__presence" });
  const clock = el("span", { class: "seat__clock", role: "timer" });
  const backs = el("span", { class: "seat__backs", role: "img" });
  const pileCount = el("span", { class: "pile__count" });
  const pile = el("span", { class: "pile", role: "img" }, cardBack(), pileCount);
  const sweeps = el("span", { class: "seat__sweeps" });
  const score = el("span", { class: "seat__score" });
  const node = el(
    "div",
    { class: "seat", "data-seat": number, "data-place": place, role: "group" },
    el("span", { class: "seat__who" }, name, tag, presence),
    clock,
    backs,
    sweeps,
    pile,
    score,
  );

  /** @param {Casino.View} view */
  function render(view) {
    const seat = view.seats[number];
    const side = sideOf(view, number);
    const player = playerAt(view, number);
    const leads = leadOf(view, number, near) === number;
    const isToPlay = view.status === "playing" && view.deal?.turn === number;
    const handle = player?.handle ?? _("Seat %(number)s", { number: number + 1 });
    setText(name, handle);
    setText(tag, tagOf(view, seat));
    setAttributes(node, { "aria-label": handle, "data-turn": isToPlay, "data-bot": seat.bot });
    if (seat.hand) renderFaces(backs, seat.hand);
    else renderBacks(backs, view.you === number ? 0 : seat.cards);
    setText(pileCount, String(side.pile));
    setAttributes(pile, { "aria-label": pileInWords(side.pile), "data-empty": side.pile === 0, hidden: !leads });
    setText(sweeps, side.sweeps && leads ? sweepsInWords(side.sweeps) : "");
    setText(score, String(side.score));
    setAttributes(score, { "aria-label": _("score %(score)s", { score: side.score }), role: "img", hidden: !leads });
  }

  return {
    node,
    pile,
    render,
    // How its player is connected; `seconds`: for how long that has been so.
    /** @param {Casino.Presence | undefined} told @param {number | null} seconds */
    renderPresence(told, seconds) {
      setText(presence, presenceInWords(told, seconds));
      setAttributes(node, { "data-presence": told?.is ?? null });
    },
    // `bank` seconds of those are the seat's bank, which runs when the turn's own time is up.
    /** @param {number | null} seconds @param {number} bank */
    renderClock(seconds, bank = 0) {
      setText(clock, seconds === null ? "" : timeInWords(seconds, bank));
      const isOnBank = seconds !== null && bank > 0 && seconds <= bank;
      setAttributes(clock, { "data-hurry": seconds !== null && seconds <= HURRY_SECONDS, "data-bank": isOnBank, "data-banked": bank > 0 });
      setAttributes(clock, { title: bank > 0 ? _("time of this turn + bank for all turns") : null });
    },
  };
}

/** @param {number} seconds @param {number} bank */
function timeInWords(seconds, bank) {
  if (bank === 0) return minutes(seconds);
  return seconds > bank ? `${minutes(seconds - bank)} +${minutes(bank)}` : `+${minutes(seconds)}`;
}

/** @param {Casino.View} view @param {Casino.Seat} seat */
function tagOf(view, seat) {
  const partner = view.sides[seat.side].seats.find((other) => other !== seat.seat);
  if (view.you === seat.seat) return _("you");
  if (partner !== undefined && partner === view.you) return _("your partner");
  if (partner !== undefined) return _("with %(who)s", { who: playerName(view, partner) });
  const kind = playerAt(view, seat.seat)?.kind;
  if (seat.bot && kind && kind !== "bot") return _("a bot plays on");
  if (kind === "guest") return _("guest");
  if (kind === "program") return _("bot");
  return seat.bot ? _("bot") : "";
}

// A hand that lies open: in a replay, where nothing is hidden any more.
/** @param {HTMLElement} backs @param {Casino.Card[]} hand */
function renderFaces(backs, hand) {
  const known = new Map(all(backs, "[data-card]").map((node) => [node.dataset.card, node]));
  setChildren(backs, hand.map((card) => known.get(card) ?? openCard(card)));
  setAttributes(backs, { "aria-label": hand.map((card) => spokenName(card)).join(", "), "data-open": true, hidden: hand.length === 0 });
}

/** @param {Casino.Card} card */
function openCard(card) {
  return el("span", { class: "card", "data-card": card }, cardFace(card));
}

/** @param {HTMLElement} backs @param {number} count */
function renderBacks(backs, count) {
  const kept = all(backs, ".card--back").slice(0, count);
  while (kept.length < count) kept.push(cardBack());
  setChildren(backs, kept);
  setAttributes(backs, {
    "aria-label": plural("%(count)s card in hand", "%(count)s cards in hand", count),
    "data-open": false,
    hidden: count === 0,
  });
}

/** @param {number} count */
function pileInWords(count) {
  return plural("pile: %(count)s card", "pile: %(count)s cards", count);
}
