// <live-table data-match="/ws/matches/…/">: a table inside another page, followed as a spectator.

import { openLink, socketUrl } from "./match_link.js";
import { Gap, fold } from "./match_state.js";
import { createMatchTable } from "./match_table.js";

function asSpectator(view) {
  return { ...view, you: null, deal: view.deal && { ...view.deal, hand: null } };
}

class LiveTable extends HTMLElement {
  connectedCallback() {
    let view = null;
    let table = null;
    this.link = openLink(socketUrl(this.dataset.match), {
      version: () => view?.version ?? null,
      onSnapshot: (frame) => {
        // Whoever reads, here they only look on: the hand stays on the page of the match.
        view = asSpectator(frame.data);
        table = createMatchTable(view);
        this.replaceChildren(table.node);
        table.render(view);
      },
      onFact: (frame) => {
        if (view === null) return;
        try {
          view = fold(view, frame);
          table.render(view);
        } catch (error) {
          if (!(error instanceof Gap)) throw error;
          this.link.reconnect();
        }
      },
      onAnswer: () => {},
      onStatus: (state) => {
        this.dataset.link = state;
      },
    });
  }

  disconnectedCallback() {
    this.link.close();
  }
}

customElements.define("live-table", LiveTable);
