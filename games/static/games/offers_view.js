// The bar below the hand: what to do next, the legal moves as buttons, and why a move was refused.

import { spokenName } from "./card.js";
import { el, setAttributes, setText } from "./dom.js";
import { _ } from "./language.js";
import { withMentions } from "./mention.js";
import { offerInWords } from "./words.js";

export function createOffersView(onMove) {
  const hint = el("p", { class: "offers__hint" });
  const moves = el("div", { class: "offers__moves", "aria-live": "polite" });
  const refusal = el("p", { class: "offers__refusal", role: "alert" });
  const node = el("div", { class: "offers" }, refusal, hint, moves);

  return {
    node,
    say(sentence) {
      setText(hint, sentence);
    },
    refuse(sentence) {
      setText(refusal, sentence);
    },
    // The server is asked which moves there are.
    ask() {
      setAttributes(moves, { "aria-busy": "true" });
    },
    offer(view, options) {
      setAttributes(moves, { "aria-busy": null });
      moves.replaceChildren(...options.map(({ move }, place) => offer(view, move, place, onMove)));
      setAttributes(hint, { hidden: options.length > 0 });
    },
    clear() {
      setAttributes(moves, { "aria-busy": null });
      moves.replaceChildren();
      setAttributes(hint, { hidden: false });
    },
    wait() {
      for (const button of moves.children) button.disabled = true;
    },
  };
}

function offer(view, move, place, onMove) {
  return el(
    "button",
    {
      type: "button",
      class: place === 0 ? "button button--main" : "button",
      "aria-label": offerInWords(view, move, spokenName),
      onclick: () => onMove(move),
    },
    el("span", {}, ...withMentions(offerInWords(view, move))),
  );
}

export function emptyHint(selection) {
  if (selection.card === null) return _("Now choose the card of your hand that plays.");
  return _("No move plays this card with exactly these cards.");
}
