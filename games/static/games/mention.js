// Sentences that name cards: each mention keeps its suit's colour and is never broken over lines.

import { el } from "./dom.js";

const MENTION = /((?:10|[A2-9JQK])[♣♦♥♠]\uFE0E?)/u;
const COLOURS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };

export function withMentions(sentence) {
  return sentence.split(MENTION).map((part) => (MENTION.test(part) ? mention(part) : part));
}

function mention(text) {
  const suit = COLOURS[text.match(/[♣♦♥♠]/u)[0]];
  return el("span", { class: `mention mention--${suit}` }, text);
}
