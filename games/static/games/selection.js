// What a seat has picked up to play: one card of the hand, and loose cards and builds of the table. Pure.

export const NOTHING = Object.freeze({ card: null, loose: [], builds: [] });

export function toggleCard(selection, card) {
  return { ...selection, card: selection.card === card ? null : card };
}

export function toggleLoose(selection, card) {
  return { ...selection, loose: toggled(selection.loose, card) };
}

export function toggleBuild(selection, value) {
  return { ...selection, builds: toggled(selection.builds, value) };
}

// Drops what is no longer there to be chosen.
export function prune(selection, deal) {
  if (!deal?.hand) return NOTHING;
  const values = deal.builds.map((build) => build.value);
  return {
    card: deal.hand.includes(selection.card) ? selection.card : null,
    loose: selection.loose.filter((card) => deal.loose.includes(card)),
    builds: selection.builds.filter((value) => values.includes(value)),
  };
}

export function isEmpty(selection) {
  return selection.card === null && !selection.loose.length && !selection.builds.length;
}

function toggled(items, item) {
  return items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
}
