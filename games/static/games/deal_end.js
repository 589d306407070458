// How a deal ended: the last play, who took the rest, and the piles counted up into points. It stays until its reader
// goes on, or for as long as nobody's clock runs.

import { spokenName } from "./card_names.js";
import { el } from "./dom.js";
import { _ } from "./language.js";
import { DEAL_END_SECONDS } from "./match_state.js";
import { withMentions } from "./mention.js";
import { linesOf } from "./sheet.js";
import { playInWords, playerName, residueInWords, sideName } from "./words.js";

export class DealEnd {
  /** @type {HTMLElement | null} what is shown */
  node = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /** @param {() => void} onOver */
  constructor(onOver) {
    this.onOver = onOver;
  }

  get isShown() {
    return this.node !== null;
  }

  /** @param {HTMLElement} table @param {Casino.View} view after the deal was scored */
  show(table, view) {
    const sheet = view.sheets.at(-1);
    if (!sheet) return;
    const goOn = el("button", { type: "button", class: "button deal-end__on", onclick: () => this.end() }, _("Go on"));
    this.node = panel(view, sheet, goOn);
    table.append(this.node);
    const focused = document.activeElement;
    if (focused === null || focused === document.body || table.contains(focused)) goOn.focus({ preventScroll: true });
    this.timer = setTimeout(() => this.end(), DEAL_END_SECONDS * 1000);
  }

  end() {
    if (this.node === null) return;
    clearTimeout(this.timer);
    this.node.remove();
    this.node = null;
    this.onOver();
  }
}

/** @param {Casino.View} view @param {Casino.Sheet} sheet @param {HTMLElement} goOn */
function panel(view, sheet, goOn) {
  const last = view.last_play;
  return el(
    "section",
    { class: "deal-end", "aria-label": _("The end of deal %(number)s", { number: sheet.deal }) },
    el("h2", { role: "status" }, _("Deal %(number)s is over", { number: sheet.deal })),
    last ? el("p", { class: "deal-end__last" }, ...spoken(playInWords(view, last), playInWords(view, last, spokenName))) : null,
    el("p", { class: "deal-end__last" }, ...spoken(residueInWords(view, sheet.residue), residueInWords(view, sheet.residue, spokenName))),
    el("div", { class: "deal-end__counts", role: "group", "aria-label": _("Points"), tabindex: 0 }, counts(view, sheet)),
    goOn,
  );
}

/** @param {string} seen @param {string} heard */
function spoken(seen, heard) {
  return [el("span", { "aria-hidden": "true" }, ...withMentions(seen)), el("span", { class: "visually-hidden" }, heard)];
}

/** @param {Casino.View} view @param {Casino.Sheet} sheet */
function counts(view, sheet) {
  const names = view.sides.map(({ side, seats }) =>
    el(
      "th",
      { scope: "col", "data-seat": seats[0] },
      el("span", { class: "deal-end__side" }, seats.length > 1 ? sideName(view, side) : playerName(view, seats[0])),
    ),
  );
  const lines = linesOf(sheet).map(({ name, points, counts: piles }, place) =>
    row(name, points.map((point, side) => (piles ? counted(piles[side], point) : String(point))), place),
  );
  const { length } = lines;
  const totals = sheet.sheet.map((side) => `+${side.total}`);
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, el("td"), ...names)),
    el("tbody", {}, ...lines),
    el("tfoot", {}, row(_("Deal"), totals, length), row(_("Match"), sheet.scores.map(String), length + 1)),
  );
}

// A pile that brings no point is only counted.
/** @param {number} pile @param {number | string} point */
function counted(pile, point) {
  return typeof point === "number" ? `${pile} → ${point}` : String(pile);
}

// One after another the lines come up.
/** @param {string} name @param {string[]} cells @param {number} place */
function row(name, cells, place) {
  const line = el("tr", {}, el("th", { scope: "row" }, name), ...cells.map((cell) => el("td", {}, cell)));
  line.style.setProperty("--place", String(place));
  return line;
}
