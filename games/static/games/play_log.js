// The plays of the deal, one under another, beside the table. What was played before the page was opened is read once.

import { spokenName } from "./card_names.js";
import { el } from "./dom.js";
import { withMentions } from "./mention.js";
import { playInWords } from "./words.js";

// So many facts hold every play of a deal.
export const FACTS_OF_A_DEAL = 64;

/** @param {HTMLElement} node the section, with its title */
export function createPlayLog(node) {
  const list = el("ol", { tabindex: 0, "aria-labelledby": "log-title" });
  node.append(list);
  let deal = 0;
  /** @type {Set<string>} the cards that have a line */
  let listed = new Set();

  /** @param {Casino.View} view @param {Casino.Play} play */
  function add(view, play) {
    if (listed.has(play.move.card)) return;
    listed.add(play.move.card);
    const row = el("li", { "data-seat": play.seat }, ...words(view, play));
    list.append(row);
    list.scrollTop = list.scrollHeight;
    node.hidden = false;
  }

  /** @param {number} number */
  function begin(number) {
    deal = number;
    listed = new Set();
    list.replaceChildren();
  }

  return {
    /** @param {Casino.View} view */
    render(view) {
      if (!view.deal) return;
      if (view.deal.number !== deal) begin(view.deal.number);
      if (view.last_play) add(view, view.last_play);
    },
    // The facts until now: the plays since the last deal began stand before what is listed.
    /** @param {Casino.View} view @param {Casino.Frame[]} facts */
    fill(view, facts) {
      const start = facts.findLastIndex((fact) => fact.type === "deal_started");
      const later = listed;
      if (start >= 0 && facts[start].data.deal !== view.deal?.number) return;
      const rows = [...list.children];
      begin(view.deal?.number ?? 0);
      for (const fact of facts.slice(Math.max(0, start))) if (fact.type === "card_played") add(view, fact.data);
      const known = listed;
      list.append(...rows.filter((_row, place) => !known.has([...later][place])));
      listed = new Set([...known, ...later]);
      list.scrollTop = list.scrollHeight;
    },
  };
}

/** @param {Casino.View} view @param {Casino.Play} play */
function words(view, play) {
  return [
    el("span", { "aria-hidden": "true" }, ...withMentions(playInWords(view, play))),
    el("span", { class: "visually-hidden" }, playInWords(view, play, spokenName)),
  ];
}
