// The last play in words, or who leads, or whom the table waits for.

import { spokenName } from "./card_names.js";
import { el, setAttributes } from "./dom.js";
import { _ } from "./language.js";
import { withMentions } from "./mention.js";
import { lastDrawnInWords, leadInWords, playInWords, turnInWords } from "./words.js";

export function createLastPlay() {
  const node = el("p", { class: "last-play", role: "status" });

  return {
    node,
    /** @param {Casino.View | null} shown the view before @param {Casino.View} view */
    render(shown, view) {
      const play = view.last_play;
      const drawn = lastDrawnInWords(shown, view);
      const isTold = shown?.last_play === play && (play || shown?.deal?.turn === view.deal?.turn);
      if (!drawn && shown && isTold && view.status !== "waiting") return;
      const words = el("span", { class: "last-play__words" }, ...(play ? playWords(view, play) : [openingWords(view)]));
      if (drawn) words.append(" ", el("span", { class: "last-play__note" }, drawn));
      if (node.textContent === words.textContent) return;
      node.replaceChildren(words);
      setAttributes(node, { "data-seat": play?.seat ?? null });
    },
  };
}

/** @param {Casino.View} view */
function openingWords(view) {
  const leader = view.deal?.turn ?? null;
  return leader === null ? turnInWords(view) : leadInWords(view, leader);
}

// Cards are seen by their signs and heard by their names.
/** @param {Casino.View} view @param {Casino.Play} play */
function playWords(view, play) {
  const words = [
    el("span", { "aria-hidden": "true" }, ...withMentions(playInWords(view, play))),
    el("span", { class: "visually-hidden" }, playInWords(view, play, spokenName)),
  ];
  if (play.sweep) words.push(el("span", { class: "last-play__sweep" }, _("Sweep")));
  if (play.default) words.push(el("span", { class: "last-play__note" }, _("(time ran out)")));
  return words.flatMap((word, place) => (place > 1 ? [" ", word] : [word]));
}
