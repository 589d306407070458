// Following a match: the view (docs/protocol.md) and the next fact (docs/events.md) make the next view.
// Pure: nothing here knows the page, the clock or the rules of Casino.

// So much more time has a seat's first turn after a deal: its end is shown for so long.
export const DEAL_END_SECONDS = 6;
const DEALT_TO_HANDS = 48;
const REVEAL_SECONDS = 20;

// A fact that is not the next one: the caller reads the log again.
export class Gap extends Error {}

// Answers the view after the frame; the same view for a fact that it has already seen. Throws `Gap`.
/** @param {Casino.View} view @param {Casino.Frame} frame @returns {Casino.View} */
export function fold(view, frame) {
  if (frame.version <= view.version) return view;
  if (frame.version !== view.version + 1) throw new Gap(`${view.version} → ${frame.version}`);
  const follow = /** @type {Record<string, Follow<any>>} */ (FOLLOW)[frame.type];
  const next = follow ? follow(view, frame.data, frame.at) : view;
  return { ...next, version: frame.version };
}

/**
 * @template {keyof Casino.Facts} Type
 * @typedef {(view: Casino.View, data: Casino.Facts[Type], at: string) => Casino.View} Follow
 */

// A fact without a line here changes nothing that a page shows.
/** @type {{ [Type in keyof Casino.Facts]?: Follow<Type> }} */
const FOLLOW = {
  seat_taken: (view, data) => changeSeat(view, data.seat, { player: data.player, bot: data.bot }),
  cut_committed: (view, data, at) => withReveal(view, changeSeat(view, data.seat, { committed: data.digest }), at),
  cut_made: (view, data, at) => withReveal(view, changeSeat(view, data.seat, { cut: true }), at),
  match_started: (view) => withTurn({ ...view, status: "playing" }, null, null),
  deal_started: startDeal,
  packet_dealt: dealPacket,
  card_played: playCard,
  card_drawn: drawCard,
  deal_scored: scoreDeal,
  clock_ran_out: (view, data) => changeSeat(view, data.seat, { timeouts: data.in_a_row, bank_ms: 0 }),
  clock_charged: (view, { seat, bank_ms }) => changeSeat(view, seat, { bank_ms: bankOf(view, seat) - bank_ms }),
  time_given_back: giveBack,
  seat_resigned: (view, { seat }) => changeSeat(view, seat, { left: "resigned" }),
  seat_forfeited: (view, { seat }) => changeSeat(view, seat, { left: "forfeited" }),
  seat_handed_over: handOver,
  seat_taken_back: takeBack,
  match_finished: finish,
  match_abandoned: (view, { scores }) => finish(view, { winner: null, reason: "abandoned", scores }),
  match_annulled: annul,
};

/** @param {Casino.View} view @param {number} seat */
export function sideOf(view, seat) {
  return view.sides[view.seats[seat].side];
}

/** @param {Casino.View} view @param {number} seat */
export function playerAt(view, seat) {
  return view.players.find((player) => player.seat === seat);
}

/** @param {Casino.View} view */
export function isYourTurn(view) {
  return view.you !== null && view.status === "playing" && view.deal?.turn === view.you;
}

// The seats whose cut a waiting table still misses: not yet chosen, or, once all are, not yet shown.
/** @param {Casino.View} view */
export function owingCuts(view) {
  const choosing = view.seats.filter((seat) => !seat.cut && seat.committed === null && seat.bot === null);
  const owing = choosing.length > 0 ? choosing : view.seats.filter((seat) => !seat.cut && seat.bot === null);
  return owing.map((seat) => seat.seat);
}

// Once nobody can choose a cut any more, those who committed to one have a turn's time to show it.
/** @param {Casino.View} before @param {Casino.View} after @param {string} at */
function withReveal(before, after, at) {
  if (awaitsReveals(before) || !awaitsReveals(after)) return after;
  const seconds = Math.max(REVEAL_SECONDS, after.clock.turn_seconds);
  const deadline = new Date(Date.parse(at) + seconds * 1000).toISOString();
  return { ...after, clock: { ...after.clock, deadline } };
}

/** @param {Casino.View} view */
function awaitsReveals({ status, seats }) {
  const mayChoose = seats.some((seat) => !seat.cut && seat.committed === null && seat.bot === null);
  return status === "waiting" && !mayChoose && seats.some((seat) => !seat.cut && seat.committed !== null);
}

/** @type {Follow<"deal_started">} */
function startDeal(view, data) {
  /** @type {Casino.Deal} */
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

/** @type {Follow<"packet_dealt">} */
function dealPacket(view, data, at) {
  const before = dealOf(view);
  const deal = {
    ...before,
    packet: data.packet,
    last: data.last,
    stock: data.stock,
    loose: [...before.loose, ...data.table],
    // Who only looks on holds no hand, even where the socket is that of a seat.
    hand: view.you === null ? null : (data.hand ?? null),
  };
  const seats = view.seats.map((seat) => ({ ...seat, cards: 4 }));
  return withTurn({ ...view, deal, seats }, data.turn, at);
}

/** @type {Follow<"card_played">} */
function playCard(view, data, at) {
  const { seat, move } = data;
  const before = dealOf(view);
  const captured = data.captured.length > 0;
  const deal = {
    ...before,
    ...tableAfter(before, data),
    hand: view.you === seat && before.hand ? without(before.hand, [move.card]) : before.hand,
    last_capture: captured ? seat : before.last_capture,
  };
  const side = sideOf(view, seat).side;
  const sides = view.sides.map((row) =>
    row.side === side
      ? { ...row, pile: row.pile + data.captured.length, sweeps: row.sweeps + (data.sweep ? 1 : 0) }
      : row,
  );
  const mover = view.seats[seat];
  const timeouts = data.default ? mover.timeouts : 0;
  const next = changeSeat({ ...view, deal, sides, last_play: data }, seat, {
    cards: mover.cards - 1,
    timeouts,
  });
  return withTurn(next, data.turn, at);
}

// Where hands are drawn from the stock; only the seat that draws is told which card it is.
/** @type {Follow<"card_drawn">} */
function drawCard(view, data) {
  const { seat, card, stock } = data;
  const before = dealOf(view);
  const hand = view.you === seat && before.hand && card ? inOrder([...before.hand, card]) : before.hand;
  const deal = { ...before, hand, stock, last: stock === 0 };
  return changeSeat({ ...view, deal }, seat, { cards: view.seats[seat].cards + 1 });
}

/** @param {Casino.Deal} deal @param {Casino.Play} play */
function tableAfter(deal, { move, captured, build }) {
  if (move.kind === "trail") return { loose: [...deal.loose, move.card], builds: deal.builds };
  if (move.kind === "capture") {
    return {
      loose: without(deal.loose, captured),
      builds: deal.builds.filter((row) => !(move.builds ?? []).includes(row.value)),
    };
  }
  const taken = [move.raises, move.value];
  const builds = deal.builds.filter((row) => !taken.includes(row.value));
  const joined = deal.builds.filter((row) => taken.includes(row.value));
  if (build) builds.push({ ...build, contributors: contributorsOf([...joined, build]) });
  return {
    loose: without(deal.loose, move.loose ?? []),
    builds: builds.toSorted((one, other) => one.value - other.value),
  };
}

// The seats that created one of these builds or added to it.
/** @param {Casino.Build[]} builds */
export function contributorsOf(builds) {
  const seats = builds.flatMap(({ owner, contributors = [] }) => [owner, ...contributors]);
  return [...new Set(seats)].toSorted((one, other) => one - other);
}

/** @type {Follow<"deal_scored">} */
function scoreDeal(view, data) {
  const { deal, residue, sheet, scores, secret } = data;
  const sides = view.sides.map((side) => ({
    ...side,
    score: scores[side.side],
    pile: data.piles[side.side].length,
  }));
  const cleared = { ...dealOf(view), loose: [], builds: [] };
  const sheets = [...view.sheets, { deal, sheet, scores, residue, secret }];
  return withTurn({ ...view, deal: cleared, sides, sheets }, null, null);
}

/** @type {Follow<"seat_handed_over">} */
function handOver(view, { seat, bot }) {
  const { left, timeouts } = view.seats[seat];
  const why = left ?? (timeouts > 0 ? "timeouts" : "handed_over");
  const next = changeSeat(view, seat, { bot, timeouts: 0, left: why });
  return view.deal?.turn === seat ? withTurn(next, seat, null) : next;
}

/** @type {Follow<"seat_taken_back">} */
function takeBack(view, { seat }, at) {
  const next = changeSeat(view, seat, { bot: null, timeouts: 0, left: null });
  return view.deal?.turn === seat ? withTurn(next, seat, at) : next;
}

/** @type {Follow<"time_given_back">} */
function giveBack(view, { ms }) {
  const { deadline } = view.clock;
  if (deadline === null) return view;
  return { ...view, clock: { ...view.clock, deadline: new Date(Date.parse(deadline) + ms).toISOString() } };
}

// What a seat has left in its bank, in milliseconds.
/** @param {Casino.View} view @param {number} seat */
export function bankOf(view, seat) {
  return view.seats[seat].bank_ms ?? 0;
}

/** @param {Casino.View} view @param {Casino.Result} result */
function finish(view, { winner, reason, scores }) {
  return withTurn({ ...view, status: "finished", result: { winner, reason, scores } }, null, null);
}

/** @param {Casino.View} view */
function annul(view) {
  return finish(view, { winner: null, reason: "annulled", scores: view.sides.map((side) => side.score) });
}

/** @param {Casino.View} view @param {number} number @param {Partial<Casino.Seat>} change */
function changeSeat(view, number, change) {
  const seats = view.seats.map((seat) => (seat.seat === number ? { ...seat, ...change } : seat));
  return { ...view, seats };
}

// The turn passes: the clock of a person begins at the fact that opened the turn; bots have none.
/** @param {Casino.View} view @param {number | null} turn @param {string | null} at */
function withTurn(view, turn, at) {
  const deal = view.deal && { ...view.deal, turn };
  const seconds = view.clock.turn_seconds + (followsADeal(view) ? DEAL_END_SECONDS : 0);
  // Who sees the match later has no use for a clock that has run out.
  const deadline = turn !== null && at !== null && !view.later && !view.seats[turn].bot
    ? new Date(Date.parse(at) + seconds * 1000 + bankOf(view, turn)).toISOString()
    : null;
  return { ...view, deal, clock: { ...view.clock, deadline } };
}

// Whether the seat on turn plays for the first time after another deal has ended (docs/protocol.md, The view).
/** @param {Casino.View} view */
function followsADeal({ deal, seats }) {
  if (deal === null || deal.number === 1) return false;
  const held = seats.reduce((sum, seat) => sum + seat.cards, 0);
  return DEALT_TO_HANDS - deal.stock - held < seats.length;
}

// The deal under way: what is dealt and played comes only within one.
/** @param {Casino.View} view */
function dealOf(view) {
  if (view.deal === null) throw new Gap(`no deal at ${view.version}`);
  return view.deal;
}

// Card order (docs/events.md): rank, then suit.
/** @param {Casino.Card[]} cards */
function inOrder(cards) {
  return cards.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** @param {Casino.Card} card */
function placeOf(card) {
  return "A23456789TJQK".indexOf(card[0]) * 4 + "cdhs".indexOf(card[1]);
}

/** @param {Casino.Card[]} cards @param {Casino.Card[]} gone */
function without(cards, gone) {
  return cards.filter((card) => !gone.includes(card));
}
