// The cards on the table and in the reader's hand. Every card keeps its element as long as it is seen, so
// that it can glide and keep the focus. For a seat the cards are buttons, for a spectator pictures.

import { cardFace, spokenName } from "./card.js";
import { el, setAttributes, setChildren, setText } from "./dom.js";
import { _ } from "./language.js";
import { buildName, spokenBuild } from "./words.js";

const MANY = 10;
const VERY_MANY = 20;

// `pick`: onCard, onLoose take a card, onBuild a value; null for a spectator.
export function createTableView(pick) {
  const cards = new Map();
  const builds = new Map();
  const spread = el("div", { class: "spread", role: "group", "aria-label": _("On the table") });
  const hand = el("div", { class: "hand", role: "group", "aria-label": _("Your hand") });

  function render(view, selection, isYourTurn) {
    const deal = view.deal ?? { loose: [], builds: [], hand: null };
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
    setChildren(spread, [...buildNodes, ...looseNodes]);
    setChildren(hand, handNodes);
    setAttributes(spread, { "data-crowd": crowd(deal) });
    setAttributes(hand, { hidden: deal.hand === null });
    forget(cards, seen);
    forget(builds, new Set(deal.builds.map((build) => build.value)));
  }

  function cardNode(card, onPick, isPressed, isYourTurn) {
    const node = cards.get(card)?.node ?? newCard(card);
    cards.set(card, { node, onPick });
    if (pick) setAttributes(node, { "aria-pressed": String(isPressed), "aria-disabled": String(!isYourTurn) });
    return node;
  }

  function newCard(card) {
    const label = { "aria-label": spokenName(card), "data-card": card, class: "card" };
    if (!pick) return el("span", { ...label, role: "img" }, cardFace(card));
    const onclick = () => cards.get(card).onPick();
    return el("button", { ...label, type: "button", onclick }, cardFace(card));
  }

  function buildNode(view, build, isPressed, isYourTurn) {
    const kept = builds.get(build.value) ?? newBuild(build.value);
    builds.set(build.value, kept);
    setChildren(kept.fan, build.cards.map((card) => kept.faces.get(card) ?? newFace(kept, card)));
    setText(kept.label, buildName(view, build));
    setText(kept.badge, String(build.value));
    setAttributes(kept.node, {
      "aria-label": spokenBuild(view, build),
      "data-seat": build.owner,
      "data-kind": build.kind,
    });
    if (pick) {
      setAttributes(kept.node, { "aria-pressed": String(isPressed), "aria-disabled": String(!isYourTurn) });
    }
    return kept.node;
  }

  function newBuild(value) {
    const fan = el("span", { class: "build__fan" });
    const label = el("span", { class: "build__label" });
    const badge = el("span", { class: "build__badge" });
    const attributes = { class: "build" };
    const parts = [fan, el("span", { class: "build__foot" }, badge, label)];
    const node = pick
      ? el("button", { ...attributes, type: "button", onclick: () => pick.onBuild(value) }, ...parts)
      : el("span", { ...attributes, role: "img" }, ...parts);
    return { node, fan, label, badge, faces: new Map() };
  }

  return { spread, hand, render };
}

function newFace(kept, card) {
  const face = el("span", { class: "card", "data-card": card }, cardFace(card));
  kept.faces.set(card, face);
  return face;
}

function crowd(deal) {
  const count = deal.loose.length + deal.builds.length * 2;
  if (count > VERY_MANY) return "very-many";
  return count > MANY ? "many" : null;
}

function forget(nodes, seen) {
  for (const key of nodes.keys()) if (!seen.has(key)) nodes.delete(key);
}
