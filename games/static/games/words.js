// Plays, offers and results said in words.

import { rankText, shortName, spokenName } from "./card.js";
import { _, list, plural } from "./language.js";
import { playerAt } from "./match_state.js";

// "Ann captured 3♣ 5♦ with 8♥."; the person who reads is "You".
export function playInWords(view, play, nameCard = shortName) {
  const { move } = play;
  const who = playerName(view, play.seat);
  const card = nameCard(move.card);
  const cards = cardsInWords(move.loose ?? [], nameCard);
  if (move.kind === "trail") return _("%(who)s trailed %(card)s.", { who, card });
  if (move.kind === "capture") {
    const what = list([...(cards ? [cards] : []), ...(move.builds ?? []).map(theBuild)]);
    return _("%(who)s captured %(what)s with %(card)s.", { who, what, card });
  }
  return buildInWords(play, { who, card, cards });
}

function buildInWords({ move, build }, { who, card, cards }) {
  const value = move.value;
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
export function offerInWords(view, move, nameCard = shortName) {
  const card = nameCard(move.card);
  const cards = cardsInWords(move.loose ?? [], nameCard);
  if (move.kind === "trail") return _("Trail %(card)s", { card });
  if (move.kind === "capture") {
    const what = list([...(cards ? [cards] : []), ...(move.builds ?? []).map(theBuild)]);
    return _("Take %(what)s", { what });
  }
  const value = move.value;
  if (move.raises) return _("Raise the %(from)s to %(value)s", { from: move.raises, value });
  if (standingBuild(view, value)) return _("Add to the %(what)s", { what: builtPlural(value) });
  return _("Build %(what)s", { what: builtPlural(value) });
}

export function buildName(view, build) {
  const owner = playerName(view, build.owner);
  const what = build.kind === "multiple" ? builtPlural(build.value) : build.value;
  return view.you === build.owner
    ? _("Your %(what)s", { what })
    : _("%(owner)s’s %(what)s", { owner, what });
}

export function spokenBuild(view, build) {
  return `${buildName(view, build)}: ${cardsInWords(build.cards, spokenName, ", ")}`;
}

export function playerName(view, seat) {
  if (view.you === seat) return _("You");
  return playerAt(view, seat)?.handle ?? _("Seat %(number)s", { number: seat + 1 });
}

export function sideName(view, side) {
  return list(view.sides[side].seats.map((seat) => playerName(view, seat)));
}

// Who won, and how: the score first as the winner says it.
export function resultInWords(view) {
  const { winner, reason, scores } = view.result;
  if (winner === null) return { who: _("Annulled"), how: _("by the director; nobody wins") };
  const score = winnerFirst(scores, winner).join("–");
  const isYou = view.you !== null && view.sides[winner].seats.includes(view.you);
  const who = isYou ? _("You won") : _("%(who)s won", { who: sideName(view, winner) });
  const how = {
    score,
    resigned: _("%(score)s, by resignation", { score }),
    timeouts: _("%(score)s, on time", { score }),
    forfeited: _("%(score)s, by forfeit", { score }),
  }[reason];
  return { who, how };
}

export function dealInWords(deal) {
  if (deal.packets === 1) {
    const stock = plural("%(count)s card in the stock", "%(count)s cards in the stock", deal.stock);
    return _("Deal %(number)s, %(packet)s", { number: deal.number, packet: stock });
  }
  const packet = deal.last
    ? _("last packet")
    : _("packet %(packet)s of %(packets)s", { packet: deal.packet, packets: deal.packets });
  return _("Deal %(number)s, %(packet)s", { number: deal.number, packet });
}

// Before the first play of a deal: how the deal before it ended, and who leads.
export function leadInWords(view, seat) {
  const lead = seat === view.you
    ? _("You play first.")
    : _("%(who)s plays first.", { who: playerName(view, seat) });
  const last = view.sheets.at(-1);
  if (!last) return lead;
  const points = last.sheet.map((row) => `${sideName(view, row.side)} ${row.total}`);
  return `${_("Deal %(number)s: %(points)s.", { number: last.deal, points: list(points) })} ${lead}`;
}

export function turnInWords(view) {
  if (view.status === "finished") return _("The match is over.");
  if (view.status === "waiting" || !view.deal) return _("The cards are being cut.");
  if (view.deal.turn === null) return _("The cards are being dealt.");
  if (view.deal.turn === view.you) return _("Your turn: choose a card of your hand.");
  return _("%(who)s is to play.", { who: playerName(view, view.deal.turn) });
}

export function sweepsInWords(count) {
  return plural("%(count)s sweep", "%(count)s sweeps", count);
}

// The word for builds of a value, in the plural: "nines".
export function builtPlural(value) {
  return [
    "", _("aces"), _("twos"), _("threes"), _("fours"), _("fives"), _("sixes"), _("sevens"),
    _("eights"), _("nines"), _("tens"), _("elevens"), _("twelves"), _("thirteens"), _("fourteens"),
  ][value] ?? rankText(String(value));
}

function theBuild(value) {
  return _("the build of %(value)s", { value });
}

function cardsInWords(cards, nameCard, between = " ") {
  return cards.map(nameCard).join(nameCard === spokenName ? ", " : between);
}

function standingBuild(view, value) {
  return view.deal.builds.some((build) => build.value === value);
}

function winnerFirst(scores, winner) {
  return [scores[winner], ...scores.filter((_score, side) => side !== winner)];
}
