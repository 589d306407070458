// Sentences that name cards: each mention keeps its suit's colour and is never broken over lines.

import { mentionsIn } from "./card_names.js";
import { el } from "./dom.js";

/** @param {string} sentence */
export function withMentions(sentence) {
  return mentionsIn(sentence).map(({ text, suit }) =>
    suit ? el("span", { class: `mention mention--${suit}` }, text) : text,
  );
}
