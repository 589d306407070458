// The page that checks the deals: fetches the export, has every scored deal checked, and shows each deck.

import { shortName, spokenName } from "./card_names.js";
import { all, el, one } from "./dom.js";
import { _, plural } from "./language.js";
import { browserReceipts } from "./own_cut.js";
import { OwnProof, problemInWords as brokenLogInWords } from "./own_proof.js";
import { chainProblem, cutProblem } from "./verify_cuts.js";
import { checkDeal, factsIn, recordOf, reveal } from "./verify_deals.js";

/** @typedef {import("./verify_deals.js").MatchRecord} MatchRecord */
/** @typedef {import("./verify_deals.js").Place} Place */

const page = one(document, "[data-export]");
const verdict = one(page, "[data-verdict]");
const names = all(page, "[data-handle]").map((node) => node.dataset.handle);

run().catch(() => say(verdict, "broken", _("The match could not be loaded and checked. Load the page again, or use the Python file below.")));

async function run() {
  if (!globalThis.crypto?.subtle) {
    say(verdict, "unknown", _("Your browser computes this over HTTPS only. The Python file below works everywhere."));
    return;
  }
  const sections = all(page, "[data-deal]:has([data-deck])");
  if (sections.length === 0) {
    say(verdict, "unknown", _("Nothing can be checked yet: a secret is shown when its deal is over."));
    return;
  }
  say(verdict, "unknown", _("Your browser is making the decks again…"));
  const answer = await fetch(page.dataset.export ?? "");
  if (!answer.ok) throw new Error(`${answer.status}`);
  const facts = factsIn(await answer.text());
  const problem = (await chainProblem(facts)) ?? (await cutProblem(facts));
  if (problem) {
    say(verdict, "broken", brokenLogInWords(problem, nameOf));
    return;
  }
  const record = recordOf(facts);
  if (page.dataset.roundSecret) await reveal(record, page.dataset.roundSecret);
  let broken = 0;
  for (const section of sections) broken += (await show(section, record)) ? 0 : 1;
  conclude(sections.length, broken);
  await proveOwn(facts);
}

// What this browser has kept of the match, if somebody played in it here.
/** @param {Casino.Recorded[]} facts */
async function proveOwn(facts) {
  const receipts = browserReceipts();
  const { match } = /** @type {Casino.Creation} */ (facts[0].data);
  const seat = names.findIndex((_name, number) => receipts.has(match, number));
  if (seat < 0) return;
  const proof = await new OwnProof(seat, receipts).of(facts, nameOf);
  say(one(page, "[data-own-verdict]"), proof.is, proof.text);
}

/** @param {number} seat */
function nameOf(seat) {
  return names[seat] ?? "";
}

/** @param {number} deals @param {number} broken */
function conclude(deals, broken) {
  if (broken) {
    say(verdict, "broken", plural("One deal is not what it should be.", "%(count)s deals are not what they should be.", broken));
  } else {
    say(verdict, "proved", plural("One deal checked by your browser: its cards were fixed by the commitment and the cuts.", "%(count)s deals checked by your browser: all their cards were fixed by the commitment and the cuts.", deals));
  }
}

/** @param {HTMLElement} section @param {MatchRecord} record */
async function show(section, record) {
  const number = Number(section.dataset.deal);
  const { places, problem } = await checkDeal(record, number);
  const line = one(section, "[data-deal-verdict]");
  if (problem) say(line, "broken", problemInWords(problem));
  else say(line, "proved", _("✓ The secret leads back to the commitment, and every card came from this deck."));
  const isOpen = location.hash ? location.hash === `#${section.id}` : number === 1;
  one(section, "[data-deck]").replaceChildren(deckView(places, isOpen));
  return !problem;
}

/** @param {import("./verify_deals.js").Problem} problem */
function problemInWords({ code, card = "", seat = 0 }) {
  return {
    secret: _("✗ The secret does not lead back to the commitment: this deck was not fixed beforehand."),
    dealer: _("✗ Another seat should have dealt."),
    table: _("✗ The cards laid on the table are not those of this deck."),
    hand: _("✗ %(who)s played %(card)s, which this deck did not deal to that hand.", { who: names[seat], card: card && shortName(card) }),
    plays: _("✗ Not every card of this deck was played."),
  }[code];
}

/** @param {Place[]} places @param {boolean} isOpen */
function deckView(places, isOpen) {
  const rows = [...grouped(places)].map(([packet, cards]) =>
    el(
      "div",
      { class: "packet" },
      el("p", { class: "packet__name" }, _("Packet %(number)s", { number: packet })),
      el("ol", { class: "packet__cards" }, ...cards.map(cardView)),
    ),
  );
  return el("details", { open: isOpen }, el("summary", {}, _("The deck, in the order of dealing")), legend(), ...rows);
}

/** @param {Place[]} places */
function grouped(places) {
  /** @type {Map<number, Place[]>} */
  const packets = new Map();
  for (const place of places) packets.set(place.packet, [...(packets.get(place.packet) ?? []), place]);
  return packets;
}

/** @param {Place} place */
function cardView({ card, seat }) {
  const to = seat === null ? _("table") : names[seat] ?? "";
  const spoken = `${spokenName(card)}: ${to}`;
  return el(
    "li",
    { class: `dealt dealt--${card[1]}`, "data-seat": seat, "data-card": card, title: to },
    el("span", { "aria-hidden": "true" }, shortName(card)),
    el("span", { class: "visually-hidden" }, spoken),
  );
}

function legend() {
  const seats = names.map((name, seat) => el("span", { "data-seat": seat }, name));
  return el("p", { class: "legend" }, ...seats, el("span", {}, _("table")));
}

/** @param {HTMLElement} node @param {string} state @param {string} text */
function say(node, state, text) {
  node.dataset.is = state;
  node.textContent = text;
}
