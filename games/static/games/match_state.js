// Following a match: the view (docs/protocol.md) and the next fact (docs/events.md) make the next view.
// Pure: nothing here knows the page, the clock or the rules of Casino.

// Answers the view after the frame; the same view for a fact that it has already seen.
// Throws `Gap` for a fact that is not the next one: the caller reads the log again.
export class Gap extends Error {}

export function fold(view, frame) {
  if (frame.version <= view.version) return view;
  if (frame.version !== view.version + 1) throw new Gap(`${view.version} → ${frame.version}`);
  const follow = FOLLOW[frame.type];
  const next = follow ? follow(view, frame.data, frame.at) : view;
  return { ...next, version: frame.version };
}

const FOLLOW = {
  seat_taken: (view, data) => changeSeat(view, data.seat, { player: data.player, bot: data.bot }),
  cut_made: (view, data) => changeSeat(view, data.seat, { cut: true }),
  match_started: (view) => withTurn({ ...view, status: "playing" }, null, null),
  deal_started: startDeal,
  packet_dealt: dealPacket,
  card_played: playCard,
  card_drawn: drawCard,
  deal_scored: scoreDeal,
  clock_ran_out: (view, data) => changeSeat(view, data.seat, { timeouts: data.in_a_row }),
  seat_handed_over: handOver,
  match_finished: finish,
  match_annulled: annul,
};

export function sideOf(view, seat) {
  return view.sides.find((side) => side.seats.includes(seat));
}

export function playerAt(view, seat) {
  return view.players.find((player) => player.seat === seat);
}

export function isYourTurn(view) {
  return view.you !== null && view.status === "playing" && view.deal?.turn === view.you;
}

function startDeal(view, data) {
  const deal = {
    number: data.deal,
    dealer: data.dealer,
    packet: 0,
    packets: view.ruleset.draws ? 1 : 48 / (4 * view.seats.length),
    last: false,
    stock: 52,
    turn: null,
    loose: [],
    builds: [],
    last_capture: null,
    hand: view.you === null ? null : [],
  };
  const sides = view.sides.map((side) => ({ ...side, pile: 0, sweeps: 0 }));
  return { ...view, deal, sides, last_play: null };
}

function dealPacket(view, data, at) {
  const deal = {
    ...view.deal,
    packet: data.packet,
    last: data.last,
    stock: data.stock,
    loose: [...view.deal.loose, ...data.table],
    hand: view.you === null ? null : data.hand,
  };
  const seats = view.seats.map((seat) => ({ ...seat, cards: 4 }));
  return withTurn({ ...view, deal, seats }, data.turn, at);
}

function playCard(view, data, at) {
  const { seat, move } = data;
  const hand = view.you === seat ? without(view.deal.hand, [move.card]) : view.deal.hand;
  const captured = data.captured.length > 0;
  const deal = {
    ...view.deal,
    ...tableAfter(view.deal, data),
    hand,
    last_capture: captured ? seat : view.deal.last_capture,
  };
  const side = sideOf(view, seat).side;
  const sides = view.sides.map((row) =>
    row.side === side
      ? { ...row, pile: row.pile + data.captured.length, sweeps: row.sweeps + (data.sweep ? 1 : 0) }
      : row,
  );
  const mover = view.seats.find((row) => row.seat === seat);
  const timeouts = data.default ? mover.timeouts : 0;
  const next = changeSeat({ ...view, deal, sides, last_play: data }, seat, {
    cards: mover.cards - 1,
    timeouts,
  });
  return withTurn(next, data.turn, at);
}

// Where hands are drawn from the stock; only the seat that draws is told which card it is.
function drawCard(view, data) {
  const { seat, card, stock } = data;
  const hand = view.you === seat ? inOrder([...view.deal.hand, card]) : view.deal.hand;
  const drawer = view.seats.find((row) => row.seat === seat);
  const deal = { ...view.deal, hand, stock, last: stock === 0 };
  return changeSeat({ ...view, deal }, seat, { cards: drawer.cards + 1 });
}

function tableAfter(deal, { move, captured, build }) {
  if (move.kind === "trail") return { loose: [...deal.loose, move.card], builds: deal.builds };
  if (move.kind === "capture") {
    return {
      loose: without(deal.loose, captured),
      builds: deal.builds.filter((row) => !(move.builds ?? []).includes(row.value)),
    };
  }
  const taken = [move.raises, move.value];
  return {
    loose: without(deal.loose, move.loose ?? []),
    builds: [...deal.builds.filter((row) => !taken.includes(row.value)), build].sort(
      (one, other) => one.value - other.value,
    ),
  };
}

function scoreDeal(view, data) {
  const { deal, residue, sheet, scores, secret } = data;
  const sides = view.sides.map((side) => ({
    ...side,
    score: scores[side.side],
    pile: data.piles[side.side].length,
  }));
  const cleared = { ...view.deal, loose: [], builds: [] };
  const sheets = [...view.sheets, { deal, sheet, scores, residue, secret }];
  return withTurn({ ...view, deal: cleared, sides, sheets }, null, null);
}

function handOver(view, { seat, bot }) {
  const next = changeSeat(view, seat, { bot, timeouts: 0 });
  return view.deal?.turn === seat ? withTurn(next, seat, null) : next;
}

function finish(view, { winner, reason, scores }) {
  return withTurn({ ...view, status: "finished", result: { winner, reason, scores } }, null, null);
}

function annul(view) {
  return finish(view, { winner: null, reason: "annulled", scores: view.sides.map((side) => side.score) });
}

function changeSeat(view, number, change) {
  const seats = view.seats.map((seat) => (seat.seat === number ? { ...seat, ...change } : seat));
  return { ...view, seats };
}

// The turn passes: the clock of a person begins at the fact that opened the turn; bots have none.
function withTurn(view, turn, at) {
  const deal = view.deal && { ...view.deal, turn };
  const isPerson = turn !== null && !view.seats[turn].bot;
  const deadline = isPerson
    ? new Date(Date.parse(at) + view.clock.turn_seconds * 1000).toISOString()
    : null;
  return { ...view, deal, clock: { ...view.clock, deadline } };
}

// Card order (docs/events.md): rank, then suit.
function inOrder(cards) {
  const place = (card) => "A23456789TJQK".indexOf(card[0]) * 4 + "cdhs".indexOf(card[1]);
  return [...cards].sort((one, other) => place(one) - place(other));
}

function without(cards, gone) {
  return cards.filter((card) => !gone.includes(card));
}
