// The page on which a finished match of ours is replayed: at the same table, from any moment on.

import { one, setText } from "./dom.js";
import { _ } from "./language.js";
import { hashOf, queryOf, stepOf } from "./moments.js";
import { ScoreCursor } from "./score_cursor.js";
import { ReplayView } from "./replay_view.js";
import { stepsOf } from "./replay.js";

// Browsers take an address only so often: it is told once one stays somewhere, in milliseconds.
const PAUSE = 250;

class ReplayPage {
  /** @type {import("./moments.js").Moment[]} */
  moments = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  noting = undefined;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.status = one(root, "[data-status]");
    this.said = one(root, "[data-said]");
    this.view = new ReplayView(one(root, "[data-replay]"));
    this.share = one(root, "[data-share]");
    this.share.addEventListener("click", () => this.copy());
    addEventListener("hashchange", () => this.follow());
    this.open();
  }

  async open() {
    const told = await fetch(this.root.dataset.told ?? "").then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    if (told === null) {
      setText(this.status, _("The match could not be fetched. Load the page again."));
      return;
    }
    setText(this.status, told.complete ? "" : _("This match is so long that only its beginning is replayed here."));
    const steps = stepsOf(told);
    const versions = steps.map(({ view }) => view.version);
    const chart = this.root.querySelector("[data-chart]");
    const cursor = chart instanceof HTMLElement ? new ScoreCursor(chart, versions, (at) => this.view.goByHand(at)) : null;
    this.view.onGo((at, { moments }) => {
      this.moments = moments;
      cursor?.show(at);
      setText(this.said, "");
      clearTimeout(this.noting);
      this.noting = setTimeout(() => this.note(), PAUSE);
    });
    this.view.show(steps, (moments) => stepOf(moments, location) ?? 1);
  }

  // The address names the moment that is shown, for who loads the page again, and for whom it is sent to.
  note() {
    history.replaceState(null, "", `${location.pathname}${this.link()}${hashOf(this.moments[this.view.now])}`);
  }

  link() {
    return queryOf(this.moments[this.view.now]);
  }

  // A link within the page, or another hash in the address.
  follow() {
    const at = stepOf(this.moments, { hash: location.hash, search: "" });
    if (at !== null) this.view.goByHand(at);
  }

  async copy() {
    const link = new URL(location.pathname + this.link(), location.origin).href;
    const isCopied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    setText(this.said, isCopied ? _("The link to this moment is copied.") : link);
  }
}

new ReplayPage(one(document, "[data-told]"));
