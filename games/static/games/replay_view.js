// The table of a replayed match with its steps: buttons, a slider, the plays of the deal, the sheets.

import { all, el, one, setAttributes, setText, targetOf } from "./dom.js";
import { _ } from "./language.js";
import { createMatchTable } from "./match_table.js";
import { dealAfter, dealBefore, dealOf } from "./replay.js";
import { createSheetView } from "./sheet_view.js";
import { playerName } from "./words.js";

/** @typedef {{ steps: Casino.Step[], table: ReturnType<typeof createMatchTable>, sheets: ReturnType<typeof createSheetView> }} Shown */

// `root` has the places for all of it, and is hidden until something is shown.
export class ReplayView {
  /** @type {Shown | null} */
  shown = null;
  now = -1;
  /** @type {number | null} the deal whose plays are listed */
  listed = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.slider = one(root, "[data-slider]", HTMLInputElement);
    this.count = one(root, "[data-count]");
    this.plays = one(root, "[data-plays]");
    this.buttons = [
      this.arrow("|◀", _("First step"), () => 0),
      this.arrow("◀◀", _("To the deal before"), dealBefore),
      this.arrow("◀", _("One step back"), (_steps, at) => at - 1),
      this.arrow("▶", _("One step on"), (_steps, at) => at + 1),
      this.arrow("▶▶", _("To the next deal"), dealAfter),
      this.arrow("▶|", _("Last step"), (steps) => steps.length - 1),
    ];
    one(root, "[data-buttons]").replaceChildren(...this.buttons);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    document.addEventListener("keydown", (event) => this.byKey(event));
  }

  // Whatever it showed before is gone.
  /** @param {Casino.Step[]} steps */
  show(steps) {
    const table = createMatchTable(steps[0].view);
    const sheets = createSheetView({ checks: false });
    this.shown = { steps, table, sheets };
    this.now = -1;
    this.listed = null;
    this.slider.max = String(steps.length - 1);
    one(this.root, "[data-board]").replaceChildren(table.node);
    one(this.root, "[data-sheets]").replaceChildren(sheets.node);
    this.root.hidden = false;
    this.go(1);
  }

  /**
   * @param {string} sign
   * @param {string} label
   * @param {(steps: Casino.Step[], at: number) => number} target
   */
  arrow(sign, label, target) {
    const attributes = { type: "button", class: "button steps__button", "aria-label": label, title: label };
    const onclick = () => this.shown && this.go(target(this.shown.steps, this.now));
    return el("button", { ...attributes, onclick }, sign);
  }

  /** @param {number} to */
  go(to) {
    if (!this.shown) return;
    const { steps, table, sheets } = this.shown;
    const at = Math.max(0, Math.min(to, steps.length - 1));
    if (at === this.now) return;
    this.now = at;
    table.render(steps[at].view);
    sheets.render(steps[at].view);
    this.listPlays(steps, dealOf(steps[at]));
    this.slider.value = String(at);
    setText(this.count, stepInWords(steps, at));
    for (const [place, node] of this.buttons.entries()) {
      const isOver = place < this.buttons.length / 2 ? at === 0 : at === steps.length - 1;
      setAttributes(node, { "aria-disabled": isOver });
    }
  }

  /** @param {Casino.Step[]} steps @param {number} deal */
  listPlays(steps, deal) {
    if (deal !== this.listed) {
      this.listed = deal;
      const title = deal ? _("Deal %(number)s", { number: deal }) : _("Before the first deal");
      const rows = steps.map((step, at) => (dealOf(step) === deal ? this.playRow(step, at) : null));
      this.plays.replaceChildren(el("h2", {}, title), el("ol", { class: "plays__list" }, ...rows));
    }
    for (const node of all(this.plays, "[data-step]")) {
      setAttributes(node, { "aria-current": Number(node.dataset.step) === this.now ? "step" : null });
    }
    keepInSight(this.plays.querySelector("[aria-current]"));
  }

  /** @param {Casino.Step} step @param {number} at */
  playRow({ view, play }, at) {
    if (!play) return null;
    const attributes = { type: "button", class: "plays__play", "data-step": at, "data-seat": play.seat };
    const label = `${playerName(view, play.seat)}: ${play.text}`;
    const onclick = () => this.go(at);
    return el("li", {}, el("button", { ...attributes, "aria-label": label, onclick }, play.text));
  }

  /** @param {KeyboardEvent} event */
  byKey(event) {
    if (!this.shown || event.altKey || event.ctrlKey || event.metaKey) return;
    if (targetOf(event)?.closest("input, textarea, select")) return;
    const last = this.shown.steps.length - 1;
    /** @type {Record<string, number>} */
    const targets = { ArrowLeft: this.now - 1, ArrowRight: this.now + 1, Home: 0, End: last };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.go(target);
  }
}

/** @param {Casino.Step[]} steps @param {number} at */
function stepInWords(steps, at) {
  const { line } = steps[at];
  const told = { at, of: steps.length - 1, line };
  return line === null ? _("Step %(at)s of %(of)s", told) : _("Step %(at)s of %(of)s, line %(line)s", told);
}

// Scrolls the list alone, never the page.
/** @param {Element | null} node */
function keepInSight(node) {
  const list = node?.closest("ol");
  if (!node || !list) return;
  const [row, frame] = [node.getBoundingClientRect(), list.getBoundingClientRect()];
  if (row.top < frame.top) list.scrollTop -= frame.top - row.top;
  if (row.bottom > frame.bottom) list.scrollTop += row.bottom - frame.bottom;
}
