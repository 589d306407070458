// Where each seat is at the table as its reader looks at it. Pure.

/** @typedef {"near" | "top" | `left-${number}` | `right-${number}`} Place */

// The places by seat: the reader sits near, and the others follow clockwise, as the turn goes: up the left side,
// across the top, down the right side. The lowest of a side is its first.
/** @param {number} count @param {number} near */
export function placesOf(count, near) {
  return Array.from({ length: count }, (_seat, seat) => placeOf((seat - near + count) % count, count - 1));
}

/** @param {number} after how many turns after the reader's @param {number} others @returns {Place} */
function placeOf(after, others) {
  const half = Math.floor(others / 2);
  if (after === 0) return "near";
  if (after <= half) return `left-${after}`;
  return after > others - half ? `right-${others - after + 1}` : "top";
}

// The seat that shows what a side has, its pile and its score: the first of its seats from the reader on.
/** @param {Casino.View} view @param {number} seat @param {number} near */
export function leadOf(view, seat, near) {
  const after = (/** @type {number} */ other) => (other - near + view.seats.length) % view.seats.length;
  const { seats } = view.sides[view.seats[seat].side];
  return seats.reduce((first, other) => (after(other) < after(first) ? other : first));
}
