// <live-table data-match="/ws/matches/…/">: a table inside another page, followed as a spectator. All tables of a page
// share one socket, and each says by events of its own that it has begun (`table-shown`) and is over (`table-over`).

import { el } from "./dom.js";
import { _ } from "./language.js";
import { Gap, fold } from "./match_state.js";
import { createMatchTable } from "./match_table.js";
import { watchLink } from "./watch_link.js";

class LiveTable extends HTMLElement {
  /** @type {Casino.View | null} */
  view = null;
  /** @type {import("./match_table.js").MatchTable | null} */
  table = null;
  isOver = false;

  /** @type {import("./watch_link.js").Watcher} */
  watcher = {
    version: () => this.view?.version ?? null,
    onFrame: (frame) => this.hear(frame),
    onRefused: (problem) => this.refused(problem.code),
    onPresence: ({ watching }) => {
      this.dispatchEvent(new CustomEvent("table-watched", { detail: watching, bubbles: true }));
    },
    onStatus: (state) => {
      this.dataset.link = state;
    },
  };

  get stream() {
    return `match/${/[0-9a-f]{32}/u.exec(this.dataset.match ?? "")?.[0] ?? ""}`;
  }

  connectedCallback() {
    this.view = null;
    this.isOver = false;
    watchLink().watch(this.stream, this.watcher);
  }

  disconnectedCallback() {
    watchLink().leave(this.stream, this.watcher);
  }

  /** @param {Casino.Frame} frame */
  hear(frame) {
    this.dataset.link = "live";
    if (frame.type === "snapshot") this.begin(/** @type {any} */ (frame.data));
    else this.follow(frame);
    if (this.view?.result && !this.isOver) {
      this.isOver = true;
      this.dispatchEvent(new CustomEvent("table-over", { bubbles: true }));
    }
  }

  /** @param {Casino.View} view */
  begin(view) {
    const isSame = this.view?.match === view.match && this.table;
    this.view = view;
    if (!isSame) {
      this.table = createMatchTable(view);
      this.replaceChildren(this.table.node);
    }
    this.table?.render(view);
    this.dispatchEvent(new CustomEvent("table-shown", { bubbles: true }));
  }

  /** @param {Casino.Frame} frame */
  follow(frame) {
    if (!this.view) return;
    try {
      this.view = fold(this.view, frame);
      this.table?.render(this.view);
    } catch (error) {
      if (!(error instanceof Gap)) throw error;
      watchLink().again(this.stream);
    }
  }

  /** @param {string} code */
  refused(code) {
    if (this.view) return;
    const words = code === "match_closed" ? _("It is shown later.") : _("It cannot be shown.");
    this.replaceChildren(el("div", { class: "felt felt--closed" }, el("p", {}, words)));
    this.dispatchEvent(new CustomEvent("table-closed", { bubbles: true }));
  }
}

customElements.define("live-table", LiveTable);
