// The table of a replayed match with its steps: buttons, keys, a slider, the plays of the deal, the sheets.

import { all, el, one, setAttributes, setText } from "./dom.js";
import { _ } from "./language.js";
import { createMatchTable } from "./match_table.js";
import { withMentions } from "./mention.js";
import { lastOf, momentsOf, nextOf } from "./moments.js";
import { dealAfter, dealBefore, dealOf, withoutHands } from "./replay.js";
import { ReplayClock } from "./replay_clock.js";
import { listenToKeys, listenToTouch } from "./replay_keys.js";
import { createSheetView } from "./sheet_view.js";
import { playInWords, playerName } from "./words.js";

/** @typedef {ReturnType<typeof createMatchTable>} Table */
/** @typedef {{ steps: Casino.Step[], moments: import("./moments.js").Moment[], table: Table, sheets: ReturnType<typeof createSheetView> }} Shown */
/** @typedef {import("./replay_keys.js").Wish} Wish */

/** @type {Record<Exclude<Wish, "toggle" | "faster" | "slower" | "hands">, (shown: Shown, at: number) => number | null>} */
const TARGETS = {
  first: () => 0,
  back: (_shown, at) => at - 1,
  on: (_shown, at) => at + 1,
  last: ({ steps }) => steps.length - 1,
  dealBack: ({ steps }, at) => dealBefore(steps, at),
  dealOn: ({ steps }, at) => dealAfter(steps, at),
  sweepBack: ({ moments }, at) => lastOf(moments, at, "isSweep"),
  sweepOn: ({ moments }, at) => nextOf(moments, at, "isSweep"),
  leadBack: ({ moments }, at) => lastOf(moments, at, "isLead"),
  leadOn: ({ moments }, at) => nextOf(moments, at, "isLead"),
};

// `root` has the places for all of it, and is hidden until something is shown.
export class ReplayView {
  /** @type {Shown | null} */
  shown = null;
  now = -1;
  areHandsOpen = true;
  /** @type {number | null} the deal whose plays are listed */
  listed = null;
  /** @type {((at: number, shown: Shown) => void)[]} */
  listeners = [];

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.slider = one(root, "[data-slider]", HTMLInputElement);
    this.count = one(root, "[data-count]");
    this.plays = one(root, "[data-plays]");
    this.board = one(root, "[data-board]");
    this.clock = new ReplayClock(() => this.playOn(), () => this.isAtEnd(), () => this.go(0));
    /** @type {[HTMLElement, keyof typeof TARGETS][]} */
    this.buttons = [];
    this.hands = el("button", { type: "button", class: "button steps__hands", onclick: () => this.wish("hands") }, _("Hide hands"));
    one(root, "[data-buttons]").replaceChildren(...this.controls());
    one(root, "[data-hands]").replaceChildren(this.clock.choice, this.hands);
    this.slider.addEventListener("input", () => this.goByHand(Number(this.slider.value)));
    listenToKeys((wish) => this.wish(wish));
    listenToTouch(this.board, (wish) => this.wish(wish));
  }

  controls() {
    const jumps = [
      this.jumps(_("Deal"), [["dealBack", _("To the deal before")], ["dealOn", _("To the next deal")]]),
      this.jumps(_("Sweep"), [["sweepBack", _("To the sweep before")], ["sweepOn", _("To the next sweep")]]),
      this.jumps(_("Lead"), [["leadBack", _("To where the lead changed before")], ["leadOn", _("To where the lead changes next")]]),
    ];
    return [
      el("div", { class: "steps__row" },
        this.arrow("|◀", _("First step"), "first"),
        this.arrow("◀", _("One step back"), "back"),
        this.clock.button,
        this.arrow("▶", _("One step on"), "on"),
        this.arrow("▶|", _("Last step"), "last")),
      el("div", { class: "steps__row steps__row--jumps" }, ...jumps),
    ];
  }

  /** @param {string} name @param {[keyof typeof TARGETS, string][]} ways */
  jumps(name, [[back, before], [on, after]]) {
    return el("span", { class: "steps__jump", role: "group", "aria-label": name },
      this.arrow("‹", before, back), el("span", { class: "steps__what", "aria-hidden": "true" }, name), this.arrow("›", after, on));
  }

  /** @param {string} sign @param {string} label @param {keyof typeof TARGETS} wish */
  arrow(sign, label, wish) {
    const attributes = { type: "button", class: "button steps__button", "aria-label": label, title: label };
    const button = el("button", { ...attributes, onclick: () => this.wish(wish) }, sign);
    this.buttons.push([button, wish]);
    return button;
  }

  // Whatever it showed before is gone. `at` is where it begins.
  /** @param {Casino.Step[]} steps @param {(moments: import("./moments.js").Moment[]) => number} at */
  show(steps, at = () => 1) {
    const table = createMatchTable(steps[0].view);
    const sheets = createSheetView({ checks: false });
    this.shown = { steps, moments: momentsOf(steps), table, sheets };
    this.now = -1;
    this.listed = null;
    this.slider.max = String(steps.length - 1);
    this.board.replaceChildren(table.node);
    one(this.root, "[data-sheets]").replaceChildren(sheets.node);
    this.hands.hidden = !steps.some(({ view }) => view.seats.some(({ hand }) => hand));
    this.root.hidden = false;
    this.clock.pause();
    this.go(at(this.shown.moments));
  }

  /** @param {(at: number, shown: Shown) => void} listener called at every step that is shown */
  onGo(listener) {
    this.listeners.push(listener);
  }

  /** @param {Wish} wish */
  wish(wish) {
    if (!this.shown) return;
    if (wish === "toggle") this.clock.toggle();
    else if (wish === "faster" || wish === "slower") this.clock.setPace(this.clock.pace + (wish === "faster" ? 1 : -1));
    else if (wish === "hands") this.turnHands();
    else this.goByHand(TARGETS[wish](this.shown, this.now) ?? this.now);
  }

  // Who goes somewhere looks at it until they go on.
  /** @param {number} to */
  goByHand(to) {
    this.clock.pause();
    this.go(to);
  }

  /** @param {number} to */
  go(to) {
    if (!this.shown) return;
    const { steps } = this.shown;
    const at = Math.max(0, Math.min(to, steps.length - 1));
    if (at === this.now) return;
    this.now = at;
    this.render(this.shown);
    for (const listener of this.listeners) listener(at, this.shown);
  }

  /** @param {Shown} shown */
  render(shown) {
    const { steps, table, sheets } = shown;
    const { view } = steps[this.now];
    table.render(this.areHandsOpen ? view : withoutHands(view));
    sheets.render(view);
    this.listPlays(steps, dealOf(steps[this.now]));
    this.slider.value = String(this.now);
    const words = stepInWords(steps, this.now);
    setText(this.count, words);
    setAttributes(this.slider, { "aria-valuetext": words });
    for (const [node, wish] of this.buttons) {
      const target = TARGETS[wish](shown, this.now);
      const isNowhere = target === null || Math.max(0, Math.min(target, steps.length - 1)) === this.now;
      setAttributes(node, { "aria-disabled": String(isNowhere) });
    }
  }

  turnHands() {
    if (!this.shown || this.hands.hidden) return;
    this.areHandsOpen = !this.areHandsOpen;
    setText(this.hands, this.areHandsOpen ? _("Hide hands") : _("Show hands"));
    this.render(this.shown);
  }

  isAtEnd() {
    return this.shown !== null && this.now === this.shown.steps.length - 1;
  }

  // A step by the clock: how many pauses it wants, and none at the end.
  playOn() {
    this.go(this.now + 1);
    if (!this.shown || this.isAtEnd()) return 0;
    const { moments, steps } = this.shown;
    return steps[this.now].view.deal?.turn === null || moments[this.now].isSweep ? 2 : 1;
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
    const attributes = { type: "button", class: "plays__play", "data-step": at, "data-seat": play.seat, "data-sweep": play.sweep };
    const label = `${playerName(view, play.seat)}: ${play.text}`;
    const onclick = () => this.goByHand(at);
    return el("li", {}, el("button", { ...attributes, title: label, onclick }, ...withMentions(playInWords(view, play))));
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
