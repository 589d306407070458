// The dealing of a match checked from its exported facts, by docs/fairness.md: the secrets lead back to the
// commitment, and every deck made anew is the one whose cards were seen. Knows nothing of the page.

/** @typedef {() => Promise<number>} Words the numbers below 2³² of a stream, one a call */
/** @typedef {{ card: Casino.Card, packet: number, seat: number | null }} Place where a card of a deck goes; seat null is the table */
/** @typedef {"pairs" | "singly"} Order */
/** @typedef {{ code: "secret" | "dealer" | "table" | "hand" | "plays", card?: Casino.Card, seat?: number }} Problem */
/**
 * @typedef {object} Deal
 * @property {number} deal
 * @property {number} dealer
 * @property {string | null} secret null until it is revealed
 * @property {boolean} whole whether it was played out
 * @property {Casino.Card[][]} packets the cards laid on the table
 * @property {{ seat: number, card: Casino.Card, packet: number }[]} plays
 */
/**
 * @typedef {object} MatchRecord what the facts commit to, and what they show
 * @property {string} match
 * @property {string | null} board
 * @property {boolean} mirrored
 * @property {number} seats
 * @property {Order} order
 * @property {boolean} draws
 * @property {string} commitment
 * @property {{ cut: string }[]} cuts
 * @property {number | null} dealer
 * @property {Deal[]} deals
 */

const RANKS = "A23456789TJQK";
const SUITS = "cdhs";
const WORDS = 2 ** 32;
const MOST_DEALS = 1000;
const UNSEEN = { secret: null, whole: false };
const CARDS = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** @param {Uint8Array<ArrayBuffer>} secret @param {string} match @param {number} deal @param {Uint8Array[]} cuts */
export function shuffledDeck(secret, match, deal, cuts) {
  return deckFrom(secret, message("good-ten/deck/1", match, deal, cuts));
}

/** @param {Uint8Array<ArrayBuffer>} secret @param {string} match @param {Uint8Array[]} cuts */
export async function firstDealer(secret, match, cuts) {
  return below(words(await signer(secret), message("good-ten/dealer/1", match, 1, cuts)), cuts.length);
}

// The same for matches that share a board: its name stands in the place of the match and of the cuts.
/** @param {Uint8Array<ArrayBuffer>} secret @param {string} board @param {number} deal */
export function boardDeck(secret, board, deal) {
  return deckFrom(secret, message("good-ten/deck/2", board, deal, []));
}

/** @param {Uint8Array<ArrayBuffer>} secret @param {string} board @param {number} seats */
export async function firstBoardDealer(secret, board, seats) {
  return below(words(await signer(secret), message("good-ten/dealer/2", board, 1, [])), seats);
}

/** @param {Uint8Array<ArrayBuffer>} secret @param {Uint8Array<ArrayBuffer>} content */
async function deckFrom(secret, content) {
  const next = words(await signer(secret), content);
  const deck = [...CARDS];
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = await below(next, last + 1);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

// A number below n; words that would favour the low ones are thrown away.
/** @param {Words} next @param {number} n */
export async function below(next, n) {
  const limit = WORDS - (WORDS % n);
  let word = await next();
  while (word >= limit) word = await next();
  return word % n;
}

// Where each card of a deck goes, in dealing order. Where hands
// are drawn from the stock, who plays draws, in turn, and everything belongs to the first packet.
/**
 * @param {Casino.Card[]} deck
 * @param {Order} order
 * @param {number} seats
 * @param {number} dealer
 */
export function dealtFrom(deck, order, seats, dealer, draws = false) {
  /** @type {Place[]} */
  const places = [];
  for (let packet = 1; places.length < deck.length; packet += 1) {
    if (draws && packet > 1) {
      const seat = (dealer + packet - 1) % seats;
      places.push({ card: deck[places.length], packet: 1, seat });
      continue;
    }
    for (const seat of packetOrder(order, seats, dealer, packet === 1)) {
      places.push({ card: deck[places.length], packet, seat });
    }
  }
  return places;
}

/** @param {Order} order @param {number} seats @param {number} dealer @param {boolean} isFirst @returns {(number | null)[]} */
function packetOrder(order, seats, dealer, isFirst) {
  const others = Array.from({ length: seats - 1 }, (_seat, step) => (dealer + 1 + step) % seats);
  if (order === "singly") {
    const round = [...others, dealer];
    return [...round, ...round, ...round, ...round, ...(isFirst ? [null, null, null, null] : [])];
  }
  const half = [...others.flatMap((seat) => [seat, seat]), ...(isFirst ? [null, null] : []), dealer, dealer];
  return [...half, ...half];
}

// The facts in an export: one JSON object a line.
/** @param {string} text @returns {Casino.Recorded[]} */
export function factsIn(text) {
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

// What a match that only names its rules is dealt by; later ones hold their rules.
/** @param {Casino.Creation} created @returns {{ deal_order: Order, draws: boolean }} */
function namedRules({ ruleset, overrides }) {
  const order = overrides.deal_order ?? (ruleset === "california" ? "singly" : "pairs");
  return { deal_order: order, draws: overrides.draws ?? ruleset === "draw" };
}

/** @param {Casino.Fact[]} facts */
export function recordOf(facts) {
  const created = /** @type {Casino.Creation} */ (facts[0].data);
  const { match, seats, commitment, board = null, mirrored = false } = created;
  const { deal_order: order, draws } = created.rules ?? namedRules(created);
  /** @type {MatchRecord} */
  const record = { match, board, mirrored, seats, order, draws, commitment, cuts: [], dealer: null, deals: [] };
  for (const fact of facts) {
    if (fact.type === "cut_made") record.cuts[fact.data.seat] = fact.data;
    else if (fact.type === "match_started") record.dealer = fact.data.dealer;
    else if (fact.type === "deal_started") record.deals.push({ ...fact.data, ...UNSEEN, packets: [], plays: [] });
    else note(record.deals.at(-1), fact);
  }
  return record;
}

// What a fact shows of the deal under way; outside a deal there is nothing to be seen.
/** @param {Deal | undefined} deal @param {Casino.Fact} fact */
function note(deal, { type, data }) {
  if (!deal) return;
  if (type === "packet_dealt") deal.packets.push(data.table);
  else if (type === "card_played") {
    deal.plays.push({ seat: data.seat, card: data.move.card, packet: deal.packets.length });
  } else if (type === "deal_scored") {
    deal.secret = data.secret;
    deal.whole = true;
  } else if ((type === "match_finished" || type === "match_annulled") && data.secret) {
    deal.secret = data.secret;
  }
}

// Gives the deals of a match on a board the secrets that follow from the one its round has published.
/** @param {MatchRecord} record @param {string} roundSecret */
export async function reveal(record, roundSecret) {
  const links = [bytesOf(roundSecret)];
  while (links.length < MOST_DEALS) links.push(await sha256(links[links.length - 1]));
  record.deals.forEach((deal) => {
    deal.secret = hexOf(links[MOST_DEALS - deal.deal]);
  });
}

// Checks one revealed deal: where the cards of its deck went, and what is wrong, or null.
/** @param {MatchRecord} record @param {number} number */
export async function checkDeal(record, number) {
  const deal = record.deals[number - 1];
  const secret = secretOf(deal);
  const before = number > 1 ? record.deals[number - 2].secret : record.commitment;
  // Of a mirrored pair of deals the first makes the deck of both.
  const source = record.mirrored && number % 2 === 0 ? number - 1 : number;
  const deck = await deckOf(record, source);
  const places = dealtFrom(deck, record.order, record.seats, deal.dealer, record.draws);
  const leads = hexOf(await sha256(secret)) === before;
  /** @type {Problem | null} */
  const problem = leads ? await mismatch(record, deal, places) : { code: "secret" };
  return { deck, places, problem };
}

/** @param {MatchRecord} record @param {number} number */
function deckOf(record, number) {
  const secret = secretOf(record.deals[number - 1]);
  if (record.board !== null) return boardDeck(secret, record.board, number);
  return shuffledDeck(secret, record.match, number, cutsOf(record));
}

/** @param {Deal} deal */
function secretOf(deal) {
  if (deal.secret === null) throw new TypeError(`Deal ${deal.deal} is not revealed.`);
  return bytesOf(deal.secret);
}

/** @param {MatchRecord} record @param {Uint8Array<ArrayBuffer>} secret */
function dealerOf(record, secret) {
  if (record.board !== null) return firstBoardDealer(secret, record.board, record.seats);
  return firstDealer(secret, record.match, cutsOf(record));
}

/** @param {MatchRecord} record */
function cutsOf(record) {
  return record.cuts.map(({ cut }) => bytesOf(cut));
}

/** @param {MatchRecord} record @param {Deal} deal @param {Place[]} places @returns {Promise<Problem | null>} */
async function mismatch(record, deal, places) {
  const first = record.deals[0];
  if (deal === first && (await dealerOf(record, secretOf(first))) !== record.dealer) return { code: "dealer" };
  if (deal.dealer !== ((record.dealer ?? 0) + deal.deal - 1) % record.seats) return { code: "dealer" };
  const table = places.filter(({ seat }) => seat === null).map(({ card }) => card);
  const shown = deal.packets.flat();
  if (shown.length !== table.length || shown.some((card) => !table.includes(card))) return { code: "table" };
  return misplayed(deal, places);
}

// Every card was played once, by the seat and in the packet to which the deck dealt it; a deal that was broken
// off may leave some.
/** @param {Deal} deal @param {Place[]} places @returns {Problem | null} */
function misplayed(deal, places) {
  const held = new Map(places.filter(({ seat }) => seat !== null).map((place) => [place.card, place]));
  for (const { seat, card, packet } of deal.plays) {
    const place = held.get(card);
    if (place?.seat !== seat || place.packet !== packet) return { code: "hand", card, seat };
    held.delete(card);
  }
  return held.size > 0 && deal.whole ? { code: "plays" } : null;
}

/** @param {string} hex */
export function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
export function hexOf(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array<ArrayBuffer>} secret */
async function signer(secret) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  return async (/** @type {Uint8Array<ArrayBuffer>} */ content) => new DataView(await crypto.subtle.sign("HMAC", key, content));
}

// The words of the stream, one a call.
/** @param {(content: Uint8Array<ArrayBuffer>) => Promise<DataView<ArrayBuffer>>} sign @param {Uint8Array} start @returns {Words} */
function words(sign, start) {
  let block = new DataView(new ArrayBuffer(0));
  let count = 0;
  let at = 32;
  return async () => {
    if (at === 32) {
      block = await sign(joined([start, u32(count)]));
      count += 1;
      at = 0;
    }
    at += 4;
    return block.getUint32(at - 4);
  };
}

/** @param {string} label @param {string} match @param {number} deal @param {Uint8Array[]} cuts */
function message(label, match, deal, cuts) {
  const text = new TextEncoder();
  const start = [field(text.encode(label)), field(text.encode(match)), u32(deal), u32(cuts.length)];
  return joined([...start, ...cuts.map(field)]);
}

/** @param {Uint8Array} content */
export function field(content) {
  return joined([u32(content.length), content]);
}

/** @param {number} number */
export function u32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** @param {Uint8Array[]} parts */
export function joined(parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
