// What a player's own page proves of the match while it is played: that the player's cut is in the cards, that the log
// is the one it saw before, and that the cards it was dealt are those of the deck. Pure but for its memory.

import { _, plural } from "./language.js";
import { shortName } from "./card_names.js";
import { chainProblem, cutDigest, cutProblem, cutSeats, placeOf, receiptProblem } from "./verify_cuts.js";
import { checkDeal, recordOf } from "./verify_deals.js";

/** @typedef {import("./own_cut.js").Receipts} Receipts */
/** @typedef {import("./verify_cuts.js").Receipt} Receipt */
/**
 * @typedef {object} Proof
 * @property {"proved" | "broken" | "left_out" | "unknown"} is
 * @property {string} text empty where there is nothing to say
 * @property {Receipt | null} receipt
 */

/** @type {Record<string, () => string>} */
const LEFT_OUT = {
  absent: () => _("Your cut is not in these cards: the server says that it did not come in time, and used its own for your seat, which it had fixed before."),
  waived: () => _("Your cut is not in these cards: the server says that you left it to the server."),
  not_revealed: () => _("Your cut is not in these cards: the server says that your browser did not show it in time, and used its own for your seat, which it had fixed before."),
};

export class OwnProof {
  /** @type {import("./verify_cuts.js").Place | null} the last fact of the log when it was last looked at */
  seen = null;
  /** @type {Map<number, Set<Casino.Card>>} the cards that this page was dealt, by deal */
  dealt = new Map();
  /** @type {Set<number>} the deals that are checked */
  checked = new Set();

  /** @param {number} seat @param {Receipts} receipts */
  constructor(seat, receipts) {
    this.seat = seat;
    this.receipts = receipts;
  }

  // Remembers the hand that the page shows.
  /** @param {Casino.View} view */
  remember({ deal }) {
    if (!deal?.hand) return;
    const cards = this.dealt.get(deal.number) ?? new Set();
    for (const card of deal.hand) cards.add(card);
    this.dealt.set(deal.number, cards);
  }

  // What all facts until now prove to the player of the seat.
  /** @param {Casino.Recorded[]} facts @param {(seat: number) => string} nameOf @returns {Promise<Proof>} */
  async of(facts, nameOf) {
    const receipt = await this.receipt(facts);
    const broken = (await this.brokenLog(facts, nameOf, receipt)) ?? (await this.brokenDeal(facts));
    if (broken) return { is: "broken", text: broken, receipt };
    this.seen = placeOf(facts);
    return { ...this.verdict(facts, receipt), receipt };
  }

  // The receipt of the cut that the log has for the seat, if this browser has it.
  /** @param {Casino.Recorded[]} facts */
  async receipt(facts) {
    const { match } = /** @type {Casino.Creation} */ (facts[0].data);
    const { committed, cut, by } = cutSeats(facts)[this.seat];
    const isOwn = cut !== null && (by === "player" || by === "open");
    const digest = committed ?? (isOwn ? await cutDigest(match, this.seat, cut) : null);
    return this.receipts.find(match, this.seat, digest);
  }

  /** @param {Casino.Recorded[]} facts @param {(seat: number) => string} nameOf @param {Receipt | null} receipt */
  async brokenLog(facts, nameOf, receipt) {
    const { match } = /** @type {Casino.Creation} */ (facts[0].data);
    const problem = (await chainProblem(facts)) ?? (await cutProblem(facts)) ?? (receipt && (await receiptProblem(facts, receipt)));
    if (problem) return problemInWords(problem, nameOf);
    if (this.seen && facts[this.seen.version - 1]?.hash !== this.seen.hash) return changedLog(this.seen.version);
    if (receipt === null && this.receipts.has(match, this.seat)) {
      return _("✗ The cut that counts for you is not the one that this browser drew. If you have not opened this table in another browser, the server has put another in its place.");
    }
    return null;
  }

  // The first deal that is revealed and was not dealt from its deck.
  /** @param {Casino.Recorded[]} facts */
  async brokenDeal(facts) {
    const record = recordOf(facts);
    for (const { deal: number, secret } of record.deals) {
      if (secret === null || record.board !== null || this.checked.has(number)) continue;
      const { places, problem } = await checkDeal(record, number);
      if (problem) return _("✗ Deal %(number)s was not dealt from the deck that the commitment and the cuts fixed.", { number });
      const own = new Set(places.filter(({ seat }) => seat === this.seat).map(({ card }) => card));
      const strange = [...(this.dealt.get(number) ?? [])].find((card) => !own.has(card));
      if (strange) return _("✗ In deal %(number)s you were dealt %(card)s, which its deck has for somebody else.", { number, card: shortName(strange) });
      this.checked.add(number);
    }
    return null;
  }

  /** @param {Casino.Recorded[]} facts @param {Receipt | null} receipt @returns {Omit<Proof, "receipt">} */
  verdict(facts, receipt) {
    const { by, committed } = cutSeats(facts)[this.seat];
    const { board, digests } = /** @type {Casino.Creation} */ (facts[0].data);
    if (board || !digests) return { is: "unknown", text: "" };
    if (by === null) {
      const text = committed === null ? "" : _("Your browser has committed to its cut, and shows it once nobody can choose one any more.");
      return { is: "unknown", text };
    }
    // Who came too late to draw a cut has nothing to complain of.
    if (by in LEFT_OUT) return { is: receipt && by !== "waived" ? "left_out" : "unknown", text: LEFT_OUT[by]() };
    if (receipt === null) return { is: "unknown", text: _("Your cut was drawn in another browser, which can prove that it is in these cards.") };
    return { is: "proved", text: this.provedInWords(by) };
  }

  /** @param {string} by */
  provedInWords(by) {
    const own = by === "open"
      ? _("✓ Your own cut is in these cards. It was shown while others could still choose theirs.")
      : _("✓ Your own cut is in these cards.");
    const count = this.checked.size;
    if (count === 0) return own;
    return `${own} ${plural("One deal checked by your browser.", "%(count)s deals checked by your browser.", count)}`;
  }
}

/** @param {import("./verify_cuts.js").CutProblem} problem @param {(seat: number) => string} nameOf */
export function problemInWords({ code, version, seat = 0 }, nameOf) {
  return {
    chain: _("✗ The log of this match was changed: its fact %(number)s does not follow the one before it.", { number: version }),
    cut: _("✗ The cut of %(who)s is not the one that was fixed beforehand.", { who: nameOf(seat) }),
    whose: _("✗ The log cannot be right about whose cut the one of %(who)s is.", { who: nameOf(seat) }),
    receipt: changedLog(version),
  }[code];
}

/** @param {number} number */
function changedLog(number) {
  return _("✗ This is not the match that your browser saw begin: fact %(number)s is another one.", { number });
}
