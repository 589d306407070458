// How large the cards on the table can be, so that all of them are seen. Pure.

/** @typedef {{ width: number, height: number }} Room in pixels */
/** @typedef {{ most: number, least: number, gap: number, foot: number }} Bounds widths of a card, and what is around it */
/** @typedef {{ card: number, lap: number, scrolls: boolean, aside: number }} Fit the width of a card; which part of it
 * the next covers; the room left free on either side, so that no row is much longer than another */

// What each further card of a build adds to its width, and the ring around it.
const FANNED = 0.44;
const RING = 10;
// Cards are as high as 7 to 5.
const TALL = 1.4;
const STEP = 8;
const LAPS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6];

// `items` are the numbers of cards of what lies on the table, one after another; they fill rows. The cards become
// smaller first, then they overlap, and at last the table scrolls.
/** @param {number[]} items @param {Room} room @param {Bounds} bounds @returns {Fit} */
export function fit(items, room, bounds) {
  for (let card = bounds.most; card >= bounds.least; card -= 1) {
    if (heightOf(items, room, bounds, card, 0) <= room.height) return balanced(items, room, bounds, { card, lap: 0, scrolls: false });
  }
  const lap = LAPS.find((part) => heightOf(items, room, bounds, bounds.least, part) <= room.height);
  return { card: bounds.least, lap: lap ?? 0.6, scrolls: lap === undefined, aside: 0 };
}

// The narrowest place in which the same cards fill no more rows.
/** @param {number[]} items @param {Room} room @param {Bounds} bounds @param {Omit<Fit, "aside">} found @returns {Fit} */
function balanced(items, room, bounds, found) {
  const widths = items.map((count) => widthOf(count, found.card));
  const rows = rowsOf(widths, room.width, bounds.gap);
  if (rows === 1) return { ...found, aside: 0 };
  let aside = 0;
  for (let more = STEP; rowsOf(widths, room.width - 2 * more, bounds.gap) === rows && more < room.width / 2; more += STEP) aside = more;
  return { ...found, aside };
}

/** @param {number[]} items @param {Room} room @param {Bounds} bounds @param {number} card @param {number} lap */
function heightOf(items, room, bounds, card, lap) {
  const foot = items.some((count) => count > 1) ? bounds.foot : 0;
  const rows = rowsOf(items.map((count) => widthOf(count, card) - lap * card), room.width - lap * card, bounds.gap);
  return rows * (card * TALL + foot) + (rows - 1) * bounds.gap;
}

/** @param {number} count @param {number} card */
function widthOf(count, card) {
  return count > 1 ? card * (1 + FANNED * (count - 1)) + RING : card;
}

/** @param {number[]} widths @param {number} width @param {number} gap */
function rowsOf(widths, width, gap) {
  let rows = 1;
  let used = 0;
  for (const one of widths) {
    const next = used === 0 ? one : used + gap + one;
    if (next <= width || used === 0) used = next;
    else {
      rows += 1;
      used = one;
    }
  }
  return rows;
}
