// A player's own cut: drawn once, kept in the browser with what was seen of the match, committed to by its digest, and
// shown when everybody is bound. What is kept of it is the receipt, which proves later that the cut is in the cards.

import { hexOf } from "./verify_deals.js";
import { chainProblem, cutDigest, cutProblem, cutSeats, mayChoose, placeOf, receiptOf, receiptProblem } from "./verify_cuts.js";

/** @typedef {import("./verify_cuts.js").Receipt} Receipt */
/** @typedef {import("./verify_cuts.js").CutProblem} CutProblem */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Shelf where receipts are kept */
/** @typedef {{ type: "cut", cut: string } | { type: "cut", digest: string }} CutFrame */
/** @typedef {{ frame: CutFrame | null, problem: CutProblem | null }} NextStep what is to be sent now, or why nothing ever is */

const PREFIX = "good-ten/receipt/";
const CUT_BYTES = 16;
// A browser keeps the receipts of so many seats; ids of matches are in the order of time.
const MOST_KEPT = 500;

// The receipts of a browser. Every cut has a place of its own, so that two tabs that draw at once lose none.
export class Receipts {
  /** @type {Map<string, string>} where the browser keeps nothing */
  memory = new Map();

  /** @param {Shelf | null} shelf */
  constructor(shelf) {
    this.shelf = shelf;
  }

  // The receipt of a seat: of the cut with this digest, or, where none was committed to, of the first by its name.
  /** @param {string} match @param {number} seat @param {string | null} digest @returns {Receipt | null} */
  find(match, seat, digest) {
    const names = this.names().filter((name) => name.startsWith(`${PREFIX}${match}/${seat}/${digest ?? ""}`));
    const text = names.length > 0 ? this.read(names.toSorted()[0]) : null;
    return text === null ? null : JSON.parse(text);
  }

  /** @param {string} match @param {number} seat */
  has(match, seat) {
    return this.find(match, seat, null) !== null;
  }

  /** @param {Receipt} receipt @param {string} digest */
  keep(receipt, digest) {
    const name = `${PREFIX}${receipt.match}/${receipt.seat}/${digest}`;
    this.memory.set(name, JSON.stringify(receipt));
    try {
      for (const old of this.names().toSorted().slice(0, -MOST_KEPT)) this.shelf?.removeItem(old);
      this.shelf?.setItem(name, JSON.stringify(receipt));
    } catch {
      // The shelf is full or closed: the receipt lasts as long as the page.
    }
  }

  names() {
    const { shelf } = this;
    const kept = shelf === null ? [] : Array.from({ length: shelf.length }, (_name, at) => shelf.key(at) ?? "");
    return [...new Set([...kept, ...this.memory.keys()])].filter((name) => name.startsWith(PREFIX));
  }

  /** @param {string} name */
  read(name) {
    return this.shelf?.getItem(name) ?? this.memory.get(name) ?? null;
  }
}

// The receipts of this browser, or of this page where the browser keeps nothing.
export function browserReceipts() {
  try {
    return new Receipts(globalThis.localStorage ?? null);
  } catch {
    return new Receipts(null);
  }
}

/** @returns {string} */
export function drawCut() {
  return hexOf(crypto.getRandomValues(new Uint8Array(CUT_BYTES)));
}

// What a seat that owes its cut does next, from all facts until now: commit to a cut, wait, or show it. A cut is not
// shown where the facts are not those that were there when it was drawn.
/** @param {Casino.Recorded[]} facts @param {number} seat @param {Receipts} receipts @returns {Promise<NextStep>} */
export async function nextStep(facts, seat, receipts) {
  const problem = (await chainProblem(facts)) ?? (await cutProblem(facts));
  if (problem) return { frame: null, problem };
  const seats = cutSeats(facts);
  const { cut, committed } = seats[seat];
  if (cut !== null) return { frame: null, problem: null };
  const receipt = await receiptFor(facts, seat, receipts, committed);
  if (receipt === null) return { frame: null, problem: null };
  const changed = await receiptProblem(facts, receipt);
  if (changed) return { frame: null, problem: changed };
  const digest = await cutDigest(receipt.match, seat, receipt.cut);
  const areOthersFree = seats.some((other) => other.seat !== seat && mayChoose(other));
  if (areOthersFree) {
    return { frame: committed === null ? { type: "cut", digest } : null, problem: null };
  }
  // From here on nothing can be chosen any more: this is what the cut was shown for.
  receipts.keep({ ...receipt, seen: placeOf(facts) }, digest);
  return { frame: { type: "cut", cut: receipt.cut }, problem: null };
}

// The receipt that is kept for the seat, or a new one; null where the cut that was committed to lies elsewhere.
/** @param {Casino.Recorded[]} facts @param {number} seat @param {Receipts} receipts @param {string | null} committed */
async function receiptFor(facts, seat, receipts, committed) {
  const { match } = /** @type {Casino.Creation} */ (facts[0].data);
  const found = receipts.find(match, seat, committed);
  if (found !== null || committed !== null) return found;
  const receipt = receiptOf(facts, seat, drawCut());
  receipts.keep(receipt, await cutDigest(match, seat, receipt.cut));
  return receipt;
}
