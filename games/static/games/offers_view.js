// The bar below the hand: what to do next, the legal moves as buttons, and why there are none.

import { spokenName } from "./card_names.js";
import { el, setAttributes, setText } from "./dom.js";
import { _ } from "./language.js";
import { withMentions } from "./mention.js";
import { offerInWords } from "./words.js";

/** @typedef {ReturnType<typeof createOffersView>} OffersView */

const OFFER_KEYS = ["z", "x", "c", "v"];

/** @param {(move: Casino.Move) => void} onMove */
export function createOffersView(onMove) {
  const hint = el("p", { class: "offers__hint", role: "status" });
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  const moves = el("div", { class: "offers__moves", "aria-live": "polite" });
  const refusal = el("p", { class: "offers__refusal", role: "alert" });
  const node = el("div", { class: "offers" }, refusal, hint, moves);

  /** @param {HTMLButtonElement[]} shown */
  function show(shown) {
    setAttributes(moves, { "aria-busy": null });
    buttons = shown;
    moves.replaceChildren(...shown);
    setAttributes(hint, { hidden: shown.length > 0 });
  }

  return {
    node,
    /** @param {string} sentence */
    say(sentence) {
      if (hint.textContent !== sentence) hint.replaceChildren(...withMentions(sentence));
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
      show(options.map(({ move }, place) => offer(view, move, place, onMove)));
    },
    // What can be done instead of a play, one thing or another.
    /** @param {...{ label: string, act: () => void }} choices */
    choose(...choices) {
      show(choices.map(({ label, act }, place) => choice(label, act, place)));
      setAttributes(hint, { hidden: false });
    },
    clear() {
      show([]);
    },
    wait() {
      for (const button of buttons) button.disabled = true;
    },
    // Presses what stands at this place; false where nothing does.
    /** @param {number} place */
    press(place) {
      if (!buttons[place] || buttons[place].disabled) return false;
      buttons[place].click();
      return true;
    },
    hasMoves: () => buttons.length > 0,
  };
}

/** @param {number} place */
function look(place) {
  const key = OFFER_KEYS[place];
  return {
    type: "button",
    class: place === 0 ? "button button--main" : "button",
    "aria-keyshortcuts": place === 0 ? `Enter ${key}` : key,
    "data-key": key,
  };
}

/** @param {string} label @param {() => void} act @param {number} place */
function choice(label, act, place) {
  return el("button", { ...look(place), onclick: act }, el("span", {}, ...withMentions(label)));
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
    { ...look(place), onclick: () => onMove(move) },
    el("span", { class: "visually-hidden" }, offerInWords(view, move, spokenName)),
    el("span", { "aria-hidden": "true" }, ...withMentions(offerInWords(view, move))),
  );
}

/** @param {Casino.Selection} selection */
export function emptyHint(selection) {
  if (selection.card === null) return _("Now choose the card of your hand that plays.");
  return _("No move plays this card with exactly these cards.");
}
