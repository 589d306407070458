// Plays, offers and results said in words.

import { rankText, shortName, spokenName } from "./card_names.js";
import { minutes } from "./clock.js";
import { _, list, plural } from "./language.js";
import { owingCuts, playerAt } from "./match_state.js";

/** @typedef {(card: Casino.Card) => string} NameCard */

// "Ann captured 3♣ 5♦ with 8♥."; the person who reads is "You".
/** @param {Casino.View} view @param {Casino.Play} play @param {NameCard} nameCard */
export function playInWords(view, play, nameCard = shortName) {
  const { move } = play;
  const who = playerName(view, play.seat);
  const card = nameCard(move.card);
  if (move.kind === "trail") return _("%(who)s trailed %(card)s.", { who, card });
  const cards = cardsInWords(move.loose ?? [], nameCard);
  if (move.kind === "capture") {
    const what = list([...(cards ? [cards] : []), ...(move.builds ?? []).map(theBuild)]);
    return _("%(who)s captured %(what)s with %(card)s.", { who, what, card });
  }
  return buildInWords(move, play.build, { who, card, cards });
}

/**
 * @param {Casino.Building} move
 * @param {Casino.Build | null} build the build that stands after it
 * @param {{ who: string, card: string, cards: string }} told
 */
function buildInWords(move, build, { who, card, cards }) {
  const { value } = move;
  const what = build?.kind === "multiple" ? builtPlural(value) : _("a %(value)s", { value });
  if (move.raises) {
    const from = move.raises;
    return cards
      ? _("%(who)s raised the %(from)s to %(value)s with %(card)s and joined %(cards)s.", { who, from, value, card, cards })
      : _("%(who)s raised the %(from)s to %(value)s with %(card)s.", { who, from, value, card });
  }
  return cards
    ? _("%(who)s built %(what)s: %(card)s on %(cards)s.", { who, what, card, cards })
    : _("%(who)s added %(card)s to the %(what)s.", { who, card, what: builtPlural(value) });
}

// A move as a button: "Take 3♣ 5♦", "Build nines", "Raise the 7 to 9", "Trail K♣".
/** @param {Casino.View} view @param {Casino.Move} move @param {NameCard} nameCard */
export function offerInWords(view, move, nameCard = shortName) {
  const card = nameCard(move.card);
  if (move.kind === "trail") return _("Trail %(card)s", { card });
  if (move.kind === "capture") {
    const cards = cardsInWords(move.loose ?? [], nameCard);
    const what = list([...(cards ? [cards] : []), ...(move.builds ?? []).map(theBuild)]);
    return _("Take %(what)s", { what });
  }
  const { value } = move;
  if (move.raises) return _("Raise the %(from)s to %(value)s", { from: move.raises, value });
  if (standingBuild(view, value)) return _("Add to the %(what)s", { what: builtPlural(value) });
  return _("Build %(what)s", { what: builtPlural(value) });
}

/** @param {Casino.View} view @param {Casino.Build} build */
export function buildName(view, build) {
  const owner = playerName(view, build.owner);
  const what = build.kind === "multiple" ? builtPlural(build.value) : build.value;
  if (view.you === build.owner) return _("Your %(what)s", { what });
  // Who has put a card in may have to do something other than trail while it stands.
  return view.you !== null && build.contributors?.includes(view.you)
    ? _("%(owner)s’s %(what)s, yours too", { owner, what })
    : _("%(owner)s’s %(what)s", { owner, what });
}

/** @param {Casino.View} view @param {Casino.Build} build */
export function spokenBuild(view, build) {
  return `${buildName(view, build)}: ${cardsInWords(build.cards, spokenName)}`;
}

/** @param {Casino.View} view @param {number} seat */
export function playerName(view, seat) {
  if (view.you === seat) return _("You");
  return playerAt(view, seat)?.handle ?? _("Seat %(number)s", { number: seat + 1 });
}

/** @param {Casino.View} view @param {number} side */
export function sideName(view, side) {
  return list(view.sides[side].seats.map((seat) => playerName(view, seat)));
}

// Who won, and how: the score first as the winner says it.
/** @param {Casino.View} view @param {Casino.Result} result */
export function resultInWords(view, { winner, reason, scores }) {
  if (reason === "abandoned") return { who: _("Nobody won"), how: _("both sides stayed away") };
  if (winner === null) return { who: _("Annulled"), how: _("by the director; nobody wins") };
  const score = winnerFirst(scores, winner).join("–");
  const isYou = view.you !== null && view.sides[winner].seats.includes(view.you);
  const who = isYou ? _("You won") : _("%(who)s won", { who: sideName(view, winner) });
  /** @type {Record<string, string>} */
  const how = {
    resigned: _("%(score)s, by resignation", { score }),
    timeouts: _("%(score)s, on time", { score }),
    forfeited: _("%(score)s, by forfeit", { score }),
  };
  return { who, how: how[reason] ?? score };
}

// Who got what was left on the table when a deal ended.
/** @param {Casino.View} view @param {Casino.Sheet["residue"]} residue @param {NameCard} nameCard */
export function residueInWords(view, { seat, cards }, nameCard = shortName) {
  if (cards.length === 0) return _("Nothing was left on the table.");
  const what = cardsInWords(cards, nameCard);
  if (seat === null) return _("Nobody captured anything: %(what)s go to nobody.", { what });
  return seat === view.you
    ? _("You captured last and take the rest: %(what)s.", { what })
    : _("%(who)s captured last and takes the rest: %(what)s.", { who: playerName(view, seat), what });
}

/** @param {Casino.Deal} deal */
export function dealInWords(deal) {
  if (deal.packets === 1 && deal.last) return _("Deal %(number)s, the stock is drawn", { number: deal.number });
  if (deal.packets === 1) {
    const stock = plural("%(count)s card in the stock", "%(count)s cards in the stock", deal.stock);
    return _("Deal %(number)s, %(packet)s", { number: deal.number, packet: stock });
  }
  const packet = deal.last
    ? _("last packet")
    : _("packet %(packet)s of %(packets)s", { packet: deal.packet, packets: deal.packets });
  return _("Deal %(number)s, %(packet)s", { number: deal.number, packet });
}

// Where hands are drawn from the stock, its last card is announced, as a last packet is elsewhere.
/** @param {Casino.View | null} before @param {Casino.View} view */
export function lastDrawnInWords(before, view) {
  const { deal, ruleset } = view;
  const wasLeft = before?.deal?.number === deal?.number && (before?.deal?.stock ?? 0) > 0;
  return ruleset.draws && deal?.stock === 0 && wasLeft ? _("The last card of the stock is drawn.") : null;
}

// Before the first play of a deal: how the deal before it ended, and who leads.
/** @param {Casino.View} view @param {number} seat who leads */
export function leadInWords(view, seat) {
  const lead = seat === view.you
    ? _("You play first.")
    : _("%(who)s plays first.", { who: playerName(view, seat) });
  const last = view.sheets.at(-1);
  if (!last) return lead;
  const points = last.sheet.map((row) => `${sideName(view, row.side)} ${row.total}`);
  return `${_("Deal %(number)s: %(points)s.", { number: last.deal, points: list(points) })} ${lead}`;
}

/** @param {Casino.View} view */
export function turnInWords(view) {
  if (view.status === "finished") return _("The match is over.");
  if (view.status === "waiting") return waitingInWords(view);
  if (!view.deal) return _("The cards are being cut.");
  if (view.deal.turn === null) return _("The cards are being dealt.");
  if (view.deal.turn === view.you) return _("Your turn: choose a card of your hand.");
  return _("%(who)s is to play.", { who: playerName(view, view.deal.turn) });
}

// Whom a table waits for before its cards are cut.
/** @param {Casino.View} view */
function waitingInWords(view) {
  const owing = owingCuts(view).map((seat) => (seat === view.you ? _("you") : playerName(view, seat)));
  return owing.length > 0 ? _("Waiting for %(who)s.", { who: list(owing) }) : _("The cards are being cut.");
}

// How somebody is connected whose place is empty or nearly so; nothing where all is well.
/** @param {Casino.Presence | undefined} presence @param {number | null} seconds since when */
export function presenceInWords(presence, seconds) {
  if (presence?.is === "slow") return _("slow connection");
  if (presence?.is !== "gone") return "";
  return seconds === null ? _("not here") : _("gone %(time)s", { time: minutes(seconds) });
}

/** @param {number} count */
export function watchingInWords(count) {
  return plural("%(count)s watching", "%(count)s watching", count);
}

/** @param {number} count */
export function sweepsInWords(count) {
  return plural("%(count)s sweep", "%(count)s sweeps", count);
}

// The word for builds of a value, in the plural: "nines".
/** @param {number} value */
export function builtPlural(value) {
  return [
    "", _("aces"), _("twos"), _("threes"), _("fours"), _("fives"), _("sixes"), _("sevens"),
    _("eights"), _("nines"), _("tens"), _("elevens"), _("twelves"), _("thirteens"), _("fourteens"),
  ][value] ?? rankText(String(value));
}

/** @param {number} value */
function theBuild(value) {
  return _("the build of %(value)s", { value });
}

/** @param {Casino.Card[]} cards @param {NameCard} nameCard */
function cardsInWords(cards, nameCard) {
  return cards.map((card) => nameCard(card)).join(nameCard === spokenName ? ", " : " ");
}

/** @param {Casino.View} view @param {number} value */
function standingBuild(view, value) {
  return view.deal?.builds.some((build) => build.value === value);
}

/** @param {number[]} scores @param {number} winner */
function winnerFirst(scores, winner) {
  return [scores[winner], ...scores.filter((_score, side) => side !== winner)];
}

// How the page is connected to its table; nothing where all is well.
/** @param {import("./match_link.js").LinkState} state */
export function linkInWords(state) {
  return {
    live: "",
    slow: _("Connection lost? No answer for 3 seconds."),
    offline: _("You are offline. Reconnecting as soon as that is over…"),
    away: _("Connection lost. Reconnecting…"),
    gone: _("This table cannot be followed any more. Load the page again."),
  }[state];
}
