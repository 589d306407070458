// The dealing of a match checked from its exported facts, by docs/fairness.md: the secrets lead back to the
// commitment, and every deck made anew is the one whose cards were seen. Knows nothing of the page.

const RANKS = "A23456789TJQK";
const SUITS = "cdhs";
const WORDS = 2 ** 32;
const CARDS = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));

export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export async function shuffledDeck(secret, match, deal, cuts) {
  const next = words(await signer(secret), message("good-ten/deck/1", match, deal, cuts));
  const deck = [...CARDS];
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = await below(next, last + 1);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

export async function firstDealer(secret, match, cuts) {
  return below(words(await signer(secret), message("good-ten/dealer/1", match, 1, cuts)), cuts.length);
}

// A number below n; words that would favour the low ones are thrown away.
export async function below(next, n) {
  const limit = WORDS - (WORDS % n);
  let word = await next();
  while (word >= limit) word = await next();
  return word % n;
}

// Where each card of a deck goes: [{card, packet, seat}] in dealing order, seat null for the table. Where
// hands are drawn from the stock, the seats draw in turn after the first packet.
export function dealtFrom(deck, order, seats, dealer, draws = false) {
  const places = [];
  if (draws) return drawnFrom(deck, packetOrder(order, seats, dealer, true), seats, dealer);
  for (let packet = 1; places.length < deck.length; packet += 1) {
    for (const seat of packetOrder(order, seats, dealer, packet === 1)) {
      places.push({ card: deck[places.length], packet, seat });
    }
  }
  return places;
}

function drawnFrom(deck, first, seats, dealer) {
  const drawer = (at) => (dealer + 1 + at - first.length) % seats;
  return deck.map((card, at) => ({ card, packet: 1, seat: at < first.length ? first[at] : drawer(at) }));
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

// What the facts commit to and what they show: {match, seats, order, draws, commitment, cuts, dealer, deals};
// a deal that is not scored has no secret.
export function recordOf(facts) {
  const { match, seats, ruleset, overrides, commitment } = facts[0].data;
  const order = overrides.deal_order ?? (ruleset === "california" ? "singly" : "pairs");
  const draws = overrides.draws ?? ruleset === "draw";
  const record = { match, seats, order, draws, commitment, cuts: [], dealer: null, deals: [] };
  for (const { type, data } of facts) {
    const deal = record.deals.at(-1);
    if (type === "cut_made") record.cuts[data.seat] = data;
    else if (type === "match_started") record.dealer = data.dealer;
    else if (type === "deal_started") record.deals.push({ ...data, secret: null, packets: [], plays: [] });
    else if (type === "packet_dealt") deal.packets.push(data.table);
    else if (type === "card_played") {
      deal.plays.push({ seat: data.seat, card: data.move.card, packet: deal.packets.length });
    } else if (type === "deal_scored") deal.secret = data.secret;
  }
  return record;
}

// Checks one scored deal: {deck, places, problem}; problem is null or {code, …values}. `places` is where the
// cards of the deck went.
export async function checkDeal(record, number) {
  const deal = record.deals[number - 1];
  const secret = bytesOf(deal.secret);
  const before = number > 1 ? record.deals[number - 2].secret : record.commitment;
  const cuts = record.cuts.map(({ cut }) => bytesOf(cut));
  const deck = await shuffledDeck(secret, record.match, number, cuts);
  const places = dealtFrom(deck, record.order, record.seats, deal.dealer, record.draws);
  const leads = hexOf(await sha256(secret)) === before;
  const problem = leads ? await mismatch(record, deal, places, cuts) : { code: "secret" };
  return { deck, places, problem };
}

async function mismatch(record, deal, places, cuts) {
  const first = record.deals[0];
  if (deal === first) {
    const drawn = await firstDealer(bytesOf(first.secret), record.match, cuts);
    if (drawn !== record.dealer) return { code: "dealer" };
  }
  if (deal.dealer !== (record.dealer + deal.deal - 1) % record.seats) return { code: "dealer" };
  const table = places.filter(({ seat }) => seat === null).map(({ card }) => card);
  const shown = deal.packets.flat();
  if (shown.length !== table.length || shown.some((card) => !table.includes(card))) return { code: "table" };
  return misplayed(deal, places);
}

// Every card was played once, by the seat and in the packet to which the deck dealt it.
function misplayed(deal, places) {
  const held = new Map(places.filter(({ seat }) => seat !== null).map((place) => [place.card, place]));
  for (const { seat, card, packet } of deal.plays) {
    const place = held.get(card);
    if (place?.seat !== seat || place.packet !== packet) return { code: "hand", card, seat };
    held.delete(card);
  }
  return held.size ? { code: "plays" } : null;
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
