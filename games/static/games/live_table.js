// <live-table data-match="/ws/matches/…/">: a table inside another page, followed as a spectator.

import { openLink, socketUrl } from "./match_link.js";
import { Gap, fold } from "./match_state.js";
import { createMatchTable } from "./match_table.js";

/** @param {Casino.View} view @returns {Casino.View} */
function asSpectator(view) {
  return { ...view, you: null, deal: view.deal && { ...view.deal, hand: null } };
}

class LiveTable extends HTMLElement {
  /** @type {ReturnType<typeof openLink> | null} */
  link = null;
  /** @type {Casino.View | null} */
  view = null;
  /** @type {import("./match_table.js").MatchTable | null} */
  table = null;

  connectedCallback() {
    this.view = null;
    this.link = openLink(socketUrl(this.dataset.match), {
      version: () => this.view?.version ?? null,
      // Whoever reads, here they only look on: the hand stays on the page of the match.
      onSnapshot: (frame) => this.begin(asSpectator(frame.data)),
      onFact: (frame) => this.follow(frame),
      onAnswer: () => {},
      onStatus: (state) => {
        this.dataset.link = state;
      },
    });
  }

  disconnectedCallback() {
    this.link?.close();
  }

  /** @param {Casino.View} view */
  begin(view) {
    this.view = view;
    this.table = createMatchTable(view);
    this.replaceChildren(this.table.node);
    this.table.render(view);
  }

  /** @param {Casino.Frame} frame */
  follow(frame) {
    if (!this.view) return;
    try {
      this.view = fold(this.view, frame);
      this.table?.render(this.view);
    } catch (error) {
      if (!(error instanceof Gap)) throw error;
      this.link?.reconnect();
    }
  }
}

customElements.define("live-table", LiveTable);
