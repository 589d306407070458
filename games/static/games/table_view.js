// The cards on the table and in the reader's hand. Every card keeps its element as long as it is seen, so
// that it can glide and keep the focus. For a seat the cards are buttons, for a spectator pictures.

import { cardFace } from "./card.js";
import { spokenName } from "./card_names.js";
import { el, setAttributes, setChildren, setText } from "./dom.js";
import { fit } from "./fitting.js";
import { _ } from "./language.js";
import { buildName, spokenBuild } from "./words.js";

// From this width on, in pixels, there is room for large cards and for the names of builds.
const WIDE = 400;
const SMALL = { most: 76, least: 34, gap: 6, foot: 0 };
const LARGE = { most: 140, least: 44, gap: 12, foot: 22 };
// What a card that is picked up rises by.
const LIFT = 10;
/** @type {Pick<Casino.Deal, "loose" | "builds" | "hand">} */
const NO_CARDS = { loose: [], builds: [], hand: null };

/** @typedef {{ node: HTMLElement, onPick: () => void }} CardNode */
/** @typedef {ReturnType<typeof partsOfBuild>} BuildNode */

// `pick`: onCard, onLoose take a card, onBuild a value; null for a spectator.
/** @param {Casino.Pick | null} pick */
export function createTableView(pick) {
  /** @type {Map<Casino.Card, CardNode>} */
  const cards = new Map();
  /** @type {Map<number, BuildNode>} */
  const builds = new Map();
  const spread = el("div", { class: "spread", role: "group", "aria-label": _("On the table") });
  const hand = el("div", { class: "hand", role: "group", "aria-label": _("Your hand") });
  /** @type {number[]} how many cards each item on the table has */
  let sizes = [];
  new ResizeObserver(resize).observe(spread);

  function resize() {
    if (spread.clientWidth === 0) return;
    // Both are rounded, maybe up: a row that fits by less than a pixel would be two.
    const room = { width: spread.clientWidth - 1, height: spread.clientHeight - 1 - LIFT };
    const isWide = room.width >= WIDE;
    const { card, lap, scrolls, aside } = fit(sizes, room, isWide ? LARGE : SMALL);
    spread.style.setProperty("--spread-card", `${card}px`);
    spread.style.setProperty("--lap", String(lap));
    spread.style.setProperty("--aside", `${aside}px`);
    setAttributes(spread, { "data-wide": isWide, "data-scrolls": scrolls, tabindex: scrolls ? 0 : null });
  }

  /**
   * @param {Casino.View} view
   * @param {Casino.Selection} selection
   * @param {boolean} isYourTurn
   * @param {import("./seat_play.js").Lights | null} [lights]
   */
  function render(view, selection, isYourTurn, lights = null) {
    const deal = view.deal ?? NO_CARDS;
    const seen = new Set();
    const looseNodes = deal.loose.map((card) => {
      seen.add(card);
      return cardNode(card, () => pick?.onLoose(card), selection.loose.includes(card), isYourTurn);
    });
    const buildNodes = deal.builds.map((build) => {
      for (const card of build.cards) seen.add(card);
      return buildNode(view, build, selection.builds.includes(build.value), isYourTurn);
    });
    const handNodes = (deal.hand ?? []).map((card) => {
      seen.add(card);
      return cardNode(card, () => pick?.onCard(card), selection.card === card, isYourTurn);
    });
    light(view, [...deal.loose, ...deal.builds.map((build) => build.value)], [...looseNodes, ...buildNodes], lights);
    setChildren(spread, [...buildNodes, ...looseNodes]);
    setChildren(hand, handNodes);
    sizes = [...deal.builds.map((build) => build.cards.length), ...deal.loose.map(() => 1)];
    resize();
    setAttributes(hand, { hidden: deal.hand === null });
    forget(cards, seen);
    forget(builds, new Set(deal.builds.map((build) => build.value)));
  }

  /** @param {Casino.Card} card @param {() => void} onPick @param {boolean} isPressed @param {boolean} isYourTurn */
  function cardNode(card, onPick, isPressed, isYourTurn) {
    const node = cards.get(card)?.node ?? newCard(card);
    cards.set(card, { node, onPick });
    if (pick) setAttributes(node, { "aria-pressed": String(isPressed), "aria-disabled": String(!isYourTurn) });
    return node;
  }

  /** @param {Casino.Card} card */
  function newCard(card) {
    const label = { "aria-label": spokenName(card), "data-card": card, class: "card" };
    if (!pick) return el("span", { ...label, role: "img" }, cardFace(card));
    const onclick = () => cards.get(card)?.onPick();
    return el("button", { ...label, type: "button", onclick }, cardFace(card));
  }

  /** @param {Casino.View} view @param {Casino.Build} build @param {boolean} isPressed @param {boolean} isYourTurn */
  function buildNode(view, build, isPressed, isYourTurn) {
    const kept = builds.get(build.value) ?? partsOfBuild(build.value, pick);
    builds.set(build.value, kept);
    setChildren(kept.fan, build.cards.map((card) => kept.faces.get(card) ?? newFace(kept, card)));
    setText(kept.label, buildName(view, build));
    setText(kept.badge, String(build.value));
    setText(kept.spoken, spokenBuild(view, build));
    setAttributes(kept.node, {
      "aria-label": pick ? null : spokenBuild(view, build),
      "data-seat": build.owner,
      "data-kind": build.kind,
    });
    if (pick) {
      setAttributes(kept.node, { "aria-pressed": String(isPressed), "aria-disabled": String(!isYourTurn) });
    }
    return kept.node;
  }

  return { spread, hand, render };
}

// What the chosen card goes with is lit; the card that was trailed last has the colour of its seat.
/**
 * @param {Casino.View} view
 * @param {(Casino.Card | number)[]} items
 * @param {HTMLElement[]} nodes
 * @param {import("./seat_play.js").Lights | null} lights
 */
function light(view, items, nodes, lights) {
  const trailed = view.last_play?.move.kind === "trail" ? view.last_play : null;
  items.forEach((item, place) => {
    const isLit = typeof item === "number" ? lights?.builds.includes(item) : lights?.loose.includes(item);
    const isFresh = item === trailed?.move.card;
    setAttributes(nodes[place], { "data-lit": isLit });
    if (typeof item === "string") setAttributes(nodes[place], { "data-fresh": isFresh, "data-seat": isFresh ? trailed?.seat : null });
  });
}

/** @param {number} value @param {Casino.Pick | null} pick */
function partsOfBuild(value, pick) {
  const fan = el("span", { class: "build__fan", "aria-hidden": "true" });
  const spoken = el("span", { class: "visually-hidden" });
  const label = el("span", { class: "build__label" });
  const badge = el("span", { class: "build__badge" });
  const attributes = { class: "build" };
  const parts = [spoken, fan, el("span", { class: "build__foot", "aria-hidden": "true" }, badge, label)];
  const node = pick
    ? el("button", { ...attributes, type: "button", onclick: () => pick.onBuild(value) }, ...parts)
    : el("span", { ...attributes, role: "img" }, ...parts);
  /** @type {Map<Casino.Card, HTMLElement>} */
  const faces = new Map();
  return { node, fan, label, badge, spoken, faces };
}

/** @param {BuildNode} kept @param {Casino.Card} card */
function newFace(kept, card) {
  const face = el("span", { class: "card", "data-card": card }, cardFace(card));
  kept.faces.set(card, face);
  return face;
}

/** @template Key @param {Map<Key, unknown>} nodes @param {Set<Key>} seen */
function forget(nodes, seen) {
  for (const key of nodes.keys()) if (!seen.has(key)) nodes.delete(key);
}
