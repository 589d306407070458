// A score sheet line by line: which lines it has, and what stands in them.

import { _ } from "./language.js";

/** @typedef {{ name: string, points: (number | string)[], counts: number[] | null }} Line points and counts by side */
/** @typedef {Exclude<keyof Casino.SheetRow, "side" | "total">} Item */

// Only what somebody scored in this deal; counts stand beside the points for cards and spades.
/** @param {Casino.Sheet} sheet its rows stand in the order of the sides @returns {Line[]} */
export function linesOf({ sheet }) {
  /** @type {[name: string, points: Item, counts?: Item][]} */
  const items = [
    [_("Cards"), "most_cards", "cards"],
    [_("Spades"), "most_spades", "spades"],
    [_("Big casino"), "big_casino"],
    [_("Little casino"), "little_casino"],
    [_("Each spade"), "each_spade"],
    [_("Aces"), "aces"],
    [_("Sweeps"), "sweeps"],
  ];
  return items
    .filter(([, points, counts]) => counts || sheet.some((side) => side[points]))
    .map(([name, points, counts]) => ({
      name,
      points: sheet.map((side) => side[points] || "–"),
      counts: counts ? sheet.map((side) => side[counts] ?? 0) : null,
    }));
}
