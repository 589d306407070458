// What a seat has picked up to play: one card of the hand, and loose cards and builds of the table. Pure.

/** @type {Casino.Selection} */
export const NOTHING = Object.freeze({ card: null, loose: [], builds: [] });

/** @param {Casino.Selection} selection @param {Casino.Card} card */
export function toggleCard(selection, card) {
  return { ...selection, card: selection.card === card ? null : card };
}

/** @param {Casino.Selection} selection @param {Casino.Card} card */
export function toggleLoose(selection, card) {
  return { ...selection, loose: toggled(selection.loose, card) };
}

/** @param {Casino.Selection} selection @param {number} value */
export function toggleBuild(selection, value) {
  return { ...selection, builds: toggled(selection.builds, value) };
}

// Drops what is no longer there to be chosen.
/** @param {Casino.Selection} selection @param {Casino.Deal | null} deal */
export function prune(selection, deal) {
  if (!deal?.hand) return NOTHING;
  const values = deal.builds.map((build) => build.value);
  const { card } = selection;
  return {
    card: card !== null && deal.hand.includes(card) ? card : null,
    loose: selection.loose.filter((other) => deal.loose.includes(other)),
    builds: selection.builds.filter((value) => values.includes(value)),
  };
}

/** @param {Casino.Selection} selection */
export function isEmpty(selection) {
  return selection.card === null && selection.loose.length === 0 && selection.builds.length === 0;
}

// What a selection can be left to be played as later: a trail, or a capture; null where it has no card of the hand.
/** @param {Casino.Selection} selection @returns {Casino.Trail | Casino.Capture | null} */
export function plannedMove({ card, loose, builds }) {
  if (card === null) return null;
  return loose.length + builds.length === 0 ? { kind: "trail", card } : { kind: "capture", card, loose, builds };
}

/** @template Item @param {Item[]} items @param {Item} item */
function toggled(items, item) {
  return items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
}
