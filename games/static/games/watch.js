// Live tables inside other pages: each [data-watch] element follows its match as a spectator.

import { openLink, socketUrl } from "./match_link.js";
import { Gap, fold } from "./match_state.js";
import { createMatchTable } from "./match_table.js";

export function watch(place) {
  let view = null;
  let table = null;
  const link = openLink(socketUrl(place.dataset.watch), {
    version: () => view?.version ?? null,
    onSnapshot(frame) {
      view = { ...frame.data, you: null };
      table ??= createMatchTable(view);
      place.replaceChildren(table.node);
      table.render(view);
    },
    onFact(frame) {
      if (view === null) return;
      try {
        view = fold(view, frame);
        table.render(view);
      } catch (error) {
        if (!(error instanceof Gap)) throw error;
        link.reconnect();
      }
    },
    onAnswer() {},
    onStatus(state) {
      place.dataset.link = state;
    },
  });
}

for (const place of document.querySelectorAll("[data-watch]")) watch(place);
