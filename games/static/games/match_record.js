// What stands beside a table: the plays of the deal, and the sheets of those before it.

import { one } from "./dom.js";
import { FACTS_OF_A_DEAL, createPlayLog } from "./play_log.js";
import { createSheetView } from "./sheet_view.js";

export class MatchRecord {
  sheets = createSheetView();

  /** @param {HTMLElement} root */
  constructor(root) {
    this.address = root.dataset.events;
    this.log = createPlayLog(one(root, "[data-log]"));
    one(root, "[data-sheets]").append(this.sheets.node);
  }

  /** @param {Casino.View} view */
  render(view) {
    this.sheets.render(view);
    this.log.render(view);
  }

  // What was played in this deal before the page was here; the log does without, where it cannot be had.
  /** @param {() => Casino.View | null} current */
  async read(current) {
    const view = current();
    if (!view?.last_play || !this.address) return;
    const after = Math.max(0, view.version - FACTS_OF_A_DEAL);
    const answer = await fetch(`${this.address}?after=${after}&limit=${FACTS_OF_A_DEAL}`).catch(() => null);
    const { results } = answer?.ok ? await answer.json() : { results: [] };
    const now = current();
    if (now) this.log.fill(now, results);
  }
}
