// Which part of a drawing a region of the page shows: where it begins, moved, zoomed, kept in reach. Pure.
// A box is in the units of the drawing, a region in pixels.

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {Point & Size} Box */

const NEAREST = 2.5;
const MARGIN = 12;
const LEAST_HEIGHT = 220;
const MOST_OF_WINDOW = 0.82;
// A pairing as it is drawn.
const PAIRING = { width: 208, height: 52 };

// The height of the region: as large as the drawing, as far as the window allows.
/** @param {Size} full @param {number} windowHeight */
export function heightFor(full, windowHeight) {
  return Math.max(Math.min(full.height + 2 * MARGIN, windowHeight * MOST_OF_WINDOW), LEAST_HEIGHT);
}

// At its own size, from the pairing that is followed, else from the first round.
/** @param {Size} full @param {Size} region @param {Point | null} followed @returns {Box} */
export function startBox(full, region, followed = null) {
  const wide = full.width + 2 * MARGIN;
  const box = { x: -MARGIN, y: 0, width: region.width, height: region.height };
  if (wide < box.width) box.x = (full.width - box.width) / 2;
  if (followed && wide > box.width) box.x = followed.x - (box.width - PAIRING.width) / 2;
  if (followed && full.height > box.height) box.y = followed.y - box.height / 2;
  return within(full, box);
}

/** @param {Size} full @param {Size} region @returns {Box} */
export function wholeBox(full, region) {
  const width = Math.max(full.width + 2 * MARGIN, ((full.height + MARGIN) * region.width) / region.height);
  const box = { x: (full.width - width) / 2, y: 0, width, height: (width * region.height) / region.width };
  return within(full, box);
}

// Nearer by a factor; what is `at` this place of the region stays there.
/** @param {Size} full @param {Size} region @param {Box} box @param {number} factor @param {Point} at @returns {Box} */
export function zoomed(full, region, box, factor, at) {
  const farthest = Math.min(1, region.width / (full.width + 2 * MARGIN), region.height / (full.height + 2 * MARGIN));
  const now = region.width / box.width;
  const next = Math.min(NEAREST, Math.max(farthest, now * factor));
  return within(full, {
    x: box.x + at.x / now - at.x / next,
    y: box.y + at.y / now - at.y / next,
    width: region.width / next,
    height: region.height / next,
  });
}

// The drawing moves by so many pixels of the region.
/** @param {Size} full @param {Size} region @param {Box} box @param {Point} by @returns {Box} */
export function moved(full, region, box, by) {
  const scale = region.width / box.width;
  return within(full, { ...box, x: box.x - by.x / scale, y: box.y - by.y / scale });
}

// The region has another shape now; what is seen keeps its width.
/** @param {Size} full @param {Size} region @param {Box} box @returns {Box} */
export function reshaped(full, region, box) {
  return within(full, { ...box, height: (box.width * region.height) / region.width });
}

// With the pairing in sight: where it already is, nothing moves.
/** @param {Size} full @param {Box} box @param {Point} pairing @returns {Box} */
export function showing(full, box, pairing) {
  const isBeside = pairing.x < box.x || pairing.x + PAIRING.width > box.x + box.width;
  const isAbove = pairing.y < box.y || pairing.y + PAIRING.height > box.y + box.height;
  return within(full, {
    ...box,
    x: isBeside ? pairing.x - (box.width - PAIRING.width) / 2 : box.x,
    y: isAbove ? pairing.y - (box.height - PAIRING.height) / 2 : box.y,
  });
}

// Half of what is seen may be empty, so that the ends can be brought to the middle.
/** @param {Size} full @param {Box} box @returns {Box} */
export function within(full, box) {
  return {
    ...box,
    x: between(box.x, -box.width / 2, full.width - box.width / 2),
    y: between(box.y, -box.height / 2, full.height - box.height / 2),
  };
}

/** @param {number} value @param {number} least @param {number} most */
function between(value, least, most) {
  return Math.min(Math.max(value, least), most);
}
