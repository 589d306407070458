// The beginning of a match checked from its exported facts, by docs/events.md and docs/fairness.md: the chain of
// hashes, that every cut is the one that was committed to, and what a player kept of it. Knows nothing of the page.

import { bytesOf, field, hexOf, joined, sha256, u32 } from "./verify_deals.js";

/** @typedef {Casino.Recorded} Recorded */
/** @typedef {{ code: "chain" | "cut" | "whose" | "receipt", version: number, seat?: number }} CutProblem */
/**
 * @typedef {object} CutSeat
 * @property {number} seat
 * @property {boolean} isBot whether a bot took it, and did not get it from a player who left
 * @property {string | null} committed the digest that its player committed to
 * @property {string | null} cut
 * @property {string | null} by
 */
/** @typedef {{ version: number, hash: string }} Place */
/**
 * @typedef {object} Receipt what a player keeps of a match (docs/fairness.md)
 * @property {string} receipt
 * @property {string} match
 * @property {number} seat
 * @property {string} commitment
 * @property {string[] | null} digests
 * @property {string} cut
 * @property {string} first the hash of the first fact
 * @property {Place} seen the last fact that was seen before the cut was shown
 */

export const RECEIPT = "good-ten/receipt/1";
const OWN = ["player", "open"];

// The digest by which a seat of a match commits to its cut.
/** @param {string} match @param {number} seat @param {string} cut in hex @returns {Promise<string>} */
export async function cutDigest(match, seat, cut) {
  const text = new TextEncoder();
  const parts = [field(text.encode("good-ten/cut/1")), field(text.encode(match)), u32(seat), field(bytesOf(cut))];
  return hexOf(await sha256(joined(parts)));
}

// The first fact that is not linked to the one before it by its hash, or null.
/** @param {Recorded[]} facts @returns {Promise<CutProblem | null>} */
export async function chainProblem(facts) {
  let previous = "0".repeat(64);
  for (const [at, fact] of facts.entries()) {
    const { hash, previous_hash: before, secret_digest: secret, ...said } = fact;
    const content = new TextEncoder().encode(previous + canonical({ ...said, secret }));
    const isNext = fact.version === at + 1 && fact.stream === facts[0].stream && before === previous;
    if (!isNext || hexOf(await sha256(content)) !== hash) return { code: "chain", version: fact.version };
    previous = hash;
  }
  return null;
}

/** @param {unknown} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}

// The seats as the facts before play have them.
/** @param {Recorded[]} facts @returns {CutSeat[]} */
export function cutSeats(facts) {
  const created = /** @type {Casino.Creation} */ (facts[0].data);
  /** @type {CutSeat[]} */
  const seats = Array.from({ length: created.seats }, (_seat, seat) => ({ seat, isBot: false, committed: null, cut: null, by: null }));
  for (const fact of facts) note(seats, fact);
  return seats;
}

/** @param {CutSeat[]} seats @param {Recorded} fact */
function note(seats, { type, data }) {
  const seat = seats[data.seat];
  if (type === "seat_taken") seat.isBot = data.bot !== null;
  else if (type === "cut_committed") seat.committed = data.digest;
  else if (type === "cut_made") Object.assign(seat, { cut: data.cut, by: data.by });
  else if (type === "seat_forfeited" || type === "seat_handed_over") seat.isBot = false;
}

// Whether the player of a seat can still choose a cut.
/** @param {CutSeat} seat */
export function mayChoose(seat) {
  return seat.cut === null && seat.committed === null && !seat.isBot;
}

// The first cut that is not the one which was fixed beforehand, or not whose it is said to be; null where all are,
// and in matches of earlier versions, where nothing was fixed.
/** @param {Recorded[]} facts @returns {Promise<CutProblem | null>} */
export async function cutProblem(facts) {
  const { digests = null, match } = /** @type {Casino.Creation} */ (facts[0].data);
  for (const [at, { type, data, version }] of facts.entries()) {
    if (digests === null || (type !== "cut_made" && type !== "cut_committed")) continue;
    const seats = cutSeats(facts.slice(0, at));
    const { seat, by } = data;
    if (type === "cut_committed") {
      if (!mayChoose(seats[seat])) return { code: "whose", version, seat };
      continue;
    }
    const digest = await cutDigest(match, seat, data.cut);
    const due = OWN.includes(by) ? seats[seat].committed ?? digest : digests[seat];
    if (digest !== due) return { code: "cut", version, seat };
    if (!isBy(seats, seat, by)) return { code: "whose", version, seat };
  }
  return null;
}

/** @param {CutSeat[]} seats @param {number} seat @param {string} by */
function isBy(seats, seat, by) {
  const { isBot, committed, cut } = seats[seat];
  const areOthersFree = seats.some((other) => other.seat !== seat && mayChoose(other));
  if (cut !== null || isBot !== (by === "bot")) return false;
  if (OWN.includes(by)) return areOthersFree === (by === "open");
  if (by === "not_revealed") return committed !== null && !areOthersFree;
  return by === "bot" || (["waived", "absent"].includes(by) && committed === null);
}

// What a player keeps who has drawn this cut and has seen these facts.
/** @param {Recorded[]} facts @param {number} seat @param {string} cut @returns {Receipt} */
export function receiptOf(facts, seat, cut) {
  const { match, commitment, digests = null } = /** @type {Casino.Creation} */ (facts[0].data);
  return { receipt: RECEIPT, match, seat, commitment, digests, cut, first: facts[0].hash, seen: placeOf(facts) };
}

/** @param {Recorded[]} facts @returns {Place} */
export function placeOf(facts) {
  const { version, hash } = facts[facts.length - 1];
  return { version, hash };
}

// Where the facts are not those of which the player kept the receipt, or null.
/** @param {Recorded[]} facts @param {Receipt} receipt @returns {Promise<CutProblem | null>} */
export async function receiptProblem(facts, receipt) {
  const { match, commitment, digests = null } = /** @type {Casino.Creation} */ (facts[0].data);
  const { seat, seen } = receipt;
  /** @param {number} version @returns {CutProblem} */
  const problem = (version) => ({ code: "receipt", version, seat });
  const isSame = match === receipt.match && commitment === receipt.commitment && facts[0].hash === receipt.first;
  if (!isSame || canonical(digests) !== canonical(receipt.digests)) return problem(1);
  if (facts[seen.version - 1]?.hash !== seen.hash) return problem(Math.min(seen.version, facts.length));
  const digest = await cutDigest(match, seat, receipt.cut);
  for (const { type, data, version } of facts) {
    if (data.seat !== seat) continue;
    if (type === "cut_committed" && data.digest !== digest) return problem(version);
    if (type === "cut_made" && OWN.includes(data.by) && data.cut !== receipt.cut) return problem(version);
  }
  return null;
}
