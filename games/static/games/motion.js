// Cards glide from where they were to where they are. Decoration only: with reduced motion, nothing moves.

import { all } from "./dom.js";

const GLIDE = { duration: 320, easing: "cubic-bezier(.2,.7,.2,1)" };
/** @type {KeyframeAnimationOptions} */
const FLIGHT = { duration: 420, easing: "cubic-bezier(.4,0,.6,1)", fill: "forwards" };

export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
}

/** @typedef {Map<Casino.Card, { node: HTMLElement, box: DOMRect }>} Places */

// Where every card of the table stands now, by card.
/** @param {HTMLElement} root */
export function placesIn(root) {
  /** @type {Places} */
  const found = new Map();
  for (const node of all(root, "[data-card]")) {
    found.set(node.dataset.card ?? "", { node, box: node.getBoundingClientRect() });
  }
  return found;
}

// Moves each card from its place before; cards that are new come from the origin.
/** @param {HTMLElement} root @param {Places} before @param {DOMRect} origin */
export function glide(root, before, origin) {
  for (const [card, { node, box }] of placesIn(root)) {
    const from = before.get(card)?.box ?? origin;
    const [x, y] = [from.left - box.left, from.top - box.top];
    if (Math.abs(x) + Math.abs(y) < 2) continue;
    node.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], GLIDE);
  }
}

// Sends copies of the cards that left the table to the pile that took them.
/** @param {HTMLElement} root @param {Places} before @param {Casino.Card[]} cards @param {Element} target */
export function gather(root, before, cards, target) {
  const goal = target.getBoundingClientRect();
  const origin = root.getBoundingClientRect();
  for (const card of cards) {
    const gone = before.get(card);
    if (!gone) continue;
    const copy = /** @type {HTMLElement} */ (gone.node.cloneNode(true));
    copy.classList.add("card--flying");
    copy.setAttribute("aria-hidden", "true");
    copy.setAttribute("tabindex", "-1");
    delete copy.dataset.card;
    copy.style.left = `${gone.box.left - origin.left}px`;
    copy.style.top = `${gone.box.top - origin.top}px`;
    root.append(copy);
    const [x, y] = [goal.left - gone.box.left, goal.top - gone.box.top];
    const flight = copy.animate(
      [{ opacity: 1 }, { translate: `${x}px ${y}px`, scale: 0.35, opacity: 0.2 }],
      FLIGHT,
    );
    flight.finished.finally(() => copy.remove());
  }
}
