// The dealing of a match checked from its exported facts, by docs/fairness.md: the secrets lead back to the
// commitment, and every deck made anew is the one whose cards were seen. Knows nothing of the page.

const RANKS = "A23456789TJQK";
const SUITS = "cdhs";
const WORDS = 2 ** 32;
const MOST_DEALS = 1000;
const CARDS = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));

export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export async function shuffledDeck(secret, match, deal, cuts) {
  return deckFrom(secret, message("good-ten/deck/1", match, deal, cuts));
}

export async function firstDealer(secret, match, cuts) {
  return below(words(await signer(secret), message("good-ten/dealer/1", match, 1, cuts)), cuts.length);
}

// The same for matches that share a board: its name stands in the place of the match and of the cuts.
export async function boardDeck(secret, board, deal) {
  return deckFrom(secret, message("good-ten/deck/2", board, deal, []));
}

export async function firstBoardDealer(secret, board, seats) {
  return below(words(await signer(secret), message("good-ten/dealer/2", board, 1, [])), seats);
}

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
export async function below(next, n) {
  const limit = WORDS - (WORDS % n);
  let word = await next();
  while (word >= limit) word = await next();
  return word % n;
}

// Where each card of a deck goes: [{card, packet, seat}] in dealing order, seat null for the table. Where hands
// are drawn from the stock, who plays draws, in turn, and everything belongs to the first packet.
export function dealtFrom(deck, order, seats, dealer, draws = false) {
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

function packetOrder(order, seats, dealer, isFirst) {
  const others = Array.from({ length: seats - 1 }, (_, step) => (dealer + 1 + step) % seats);
  if (order === "singly") {
    const round = [...others, dealer];
    return [...round, ...round, ...round, ...round, ...(isFirst ? [null, null, null, null] : [])];
  }
  const twice = (seat) => [seat, seat];
  const half = [...others.flatMap(twice), ...(isFirst ? [null, null] : []), ...twice(dealer)];
  return [...half, ...half];
}

// The facts in an export: one JSON object a line.
export function factsIn(text) {
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

// What the facts commit to and what they show: {match, board, mirrored, seats, order, draws, commitment, cuts,
// dealer, deals}; a deal that is not revealed has no secret, one that was not played out is not `whole`.
export function recordOf(facts) {
  const { match, seats, ruleset, overrides, commitment, board = null, mirrored = false } = facts[0].data;
  const order = overrides.deal_order ?? (ruleset === "california" ? "singly" : "pairs");
  const draws = overrides.draws ?? ruleset === "draw";
  const record = { match, board, mirrored, seats, order, draws, commitment, cuts: [], dealer: null, deals: [] };
  for (const { type, data } of facts) {
    const deal = record.deals.at(-1);
    if (type === "cut_made") record.cuts[data.seat] = data;
    else if (type === "match_started") record.dealer = data.dealer;
    else if (type === "deal_started") record.deals.push({ ...data, secret: null, whole: false, packets: [], plays: [] });
    else if (type === "packet_dealt") deal.packets.push(data.table);
    else if (type === "card_played") {
      deal.plays.push({ seat: data.seat, card: data.move.card, packet: deal.packets.length });
    } else if (type === "deal_scored") {
      deal.secret = data.secret;
      deal.whole = true;
    } else if ((type === "match_finished" || type === "match_annulled") && data.secret) {
      deal.secret = data.secret;
    }
  }
  return record;
}

// Gives the deals of a match on a board the secrets that follow from the one its round has published.
export async function reveal(record, roundSecret) {
  const links = [bytesOf(roundSecret)];
  while (links.length < MOST_DEALS) links.push(await sha256(links.at(-1)));
  record.deals.forEach((deal) => {
    deal.secret = hexOf(links[MOST_DEALS - deal.deal]);
  });
}

// Checks one revealed deal: {deck, places, problem}; problem is null or {code, …values}. `places` is where the
// cards of the deck went.
export async function checkDeal(record, number) {
  const deal = record.deals[number - 1];
  const before = number > 1 ? record.deals[number - 2].secret : record.commitment;
  // Of a mirrored pair of deals the first makes the deck of both.
  const source = record.mirrored && number % 2 === 0 ? number - 1 : number;
  const deck = await deckOf(record, source);
  const places = dealtFrom(deck, record.order, record.seats, deal.dealer, record.draws);
  const leads = hexOf(await sha256(bytesOf(deal.secret))) === before;
  const problem = leads ? await mismatch(record, deal, places) : { code: "secret" };
  return { deck, places, problem };
}

function deckOf(record, number) {
  const secret = bytesOf(record.deals[number - 1].secret);
  if (record.board !== null) return boardDeck(secret, record.board, number);
  return shuffledDeck(secret, record.match, number, cutsOf(record));
}

function dealerOf(record, secret) {
  if (record.board !== null) return firstBoardDealer(secret, record.board, record.seats);
  return firstDealer(secret, record.match, cutsOf(record));
}

function cutsOf(record) {
  return record.cuts.map(({ cut }) => bytesOf(cut));
}

async function mismatch(record, deal, places) {
  const first = record.deals[0];
  if (deal === first && (await dealerOf(record, bytesOf(first.secret))) !== record.dealer) return { code: "dealer" };
  if (deal.dealer !== (record.dealer + deal.deal - 1) % record.seats) return { code: "dealer" };
  const table = places.filter(({ seat }) => seat === null).map(({ card }) => card);
  const shown = deal.packets.flat();
  if (shown.length !== table.length || shown.some((card) => !table.includes(card))) return { code: "table" };
  return misplayed(deal, places);
}

// Every card was played once, by the seat and in the packet to which the deck dealt it; a deal that was broken
// off may leave some.
function misplayed(deal, places) {
  const held = new Map(places.filter(({ seat }) => seat !== null).map((place) => [place.card, place]));
  for (const { seat, card, packet } of deal.plays) {
    const place = held.get(card);
    if (place?.seat !== seat || place.packet !== packet) return { code: "hand", card, seat };
    held.delete(card);
  }
  return held.size && deal.whole ? { code: "plays" } : null;
}

export function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOf(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function signer(secret) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  return async (content) => new DataView(await crypto.subtle.sign("HMAC", key, content));
}

// The words of the stream, one a call.
function words(sign, start) {
  let block = null;
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

function message(label, match, deal, cuts) {
  const text = new TextEncoder();
  const start = [field(text.encode(label)), field(text.encode(match)), u32(deal), u32(cuts.length)];
  return joined([...start, ...cuts.map(field)]);
}

function field(content) {
  return joined([u32(content.length), content]);
}

function u32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

function joined(parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
