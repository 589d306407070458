// The bar below the hand: what to do next, the legal moves as buttons, and why a move was refused.

import { spokenName } from "./card_names.js";
import { el, setAttributes, setText } from "./dom.js";
import { _ } from "./language.js";
import { withMentions } from "./mention.js";
import { offerInWords } from "./words.js";

/** @param {(move: Casino.Move) => void} onMove */
export function createOffersView(onMove) {
  const hint = el("p", { class: "offers__hint" });
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  const moves = el("div", { class: "offers__moves", "aria-live": "polite" });
  const refusal = el("p", { class: "offers__refusal", role: "alert" });
  const node = el("div", { class: "offers" }, refusal, hint, moves);

  return {
    node,
    /** @param {string} sentence */
    say(sentence) {
      setText(hint, sentence);
    },
    /** @param {string} sentence */
    refuse(sentence) {
      setText(refusal, sentence);
    },
    // The server is asked which moves there are.
    ask() {
      setAttributes(moves, { "aria-busy": "true" });
    },
    /** @param {Casino.View} view @param {{ move: Casino.Move }[]} options */
    offer(view, options) {
      setAttributes(moves, { "aria-busy": null });
      buttons = options.map(({ move }, place) => offer(view, move, place, onMove));
      moves.replaceChildren(...buttons);
      setAttributes(hint, { hidden: options.length > 0 });
    },
    clear() {
      setAttributes(moves, { "aria-busy": null });
      moves.replaceChildren();
      setAttributes(hint, { hidden: false });
    },
    wait() {
      for (const button of buttons) button.disabled = true;
    },
  };
}

/**
 * @param {Casino.View} view
 * @param {Casino.Move} move
 * @param {number} place
 * @param {(move: Casino.Move) => void} onMove
 */
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

/** @param {Casino.Selection} selection */
export function emptyHint(selection) {
  if (selection.card === null) return _("Now choose the card of your hand that plays.");
  return _("No move plays this card with exactly these cards.");
}
