// The score sheet: one table a finished deal, newest first, and the totals after it.

import { el } from "./dom.js";
import { _ } from "./language.js";
import { sideName } from "./words.js";

// `checks`: whether each deal has a link to the page that checks its dealing.
export function createSheetView({ checks = true } = {}) {
  const node = el("div", { class: "sheets" });
  let shown = 0;

  return {
    node,
    render(view) {
      if (view.sheets.length === shown) return;
      shown = view.sheets.length;
      node.replaceChildren(...[...view.sheets].reverse().map((sheet) => table(view, sheet, checks)));
    },
  };
}

function table(view, sheet, checks) {
  const sides = view.sides.map((side) => sheet.sheet.find((row) => row.side === side.side));
  return el(
    "table",
    { class: "sheet" },
    el("caption", {}, _("Deal %(number)s", { number: sheet.deal }), checks ? check(sheet.deal) : null),
    el("thead", {}, head(view)),
    el("tbody", {}, ...lines(sides).map((line) => row(...line))),
    el("tfoot", {}, row(_("Deal"), sides.map((side) => side.total)), row(_("Match"), sheet.scores)),
  );
}

function check(deal) {
  const label = _("Check how deal %(number)s was dealt", { number: deal });
  return el("a", { class: "sheet__check", href: `fairness/#deal-${deal}`, "aria-label": label }, _("Check"));
}

function head(view) {
  const names = view.sides.map(({ side, seats }) =>
    el("th", { scope: "col", "data-seat": seats[0] }, el("span", { class: "sheet__side" }, sideName(view, side))),
  );
  return el("tr", {}, el("td"), ...names);
}

// Only what somebody scored in this deal; counts stand beside the points for cards and spades.
function lines(sides) {
  const all = [
    [_("Cards"), "most_cards", "cards"],
    [_("Spades"), "most_spades", "spades"],
    [_("Big casino"), "big_casino"],
    [_("Little casino"), "little_casino"],
    [_("Each spade"), "each_spade"],
    [_("Aces"), "aces"],
    [_("Sweeps"), "sweeps"],
  ];
  return all
    .filter(([, points, count]) => count || sides.some((side) => side[points]))
    .map(([name, points, count]) => [
      name,
      sides.map((side) => side[points] || "–"),
      count && sides.map((side) => side[count]),
    ]);
}

function row(name, points, counts) {
  const cells = points.map((point, side) =>
    el("td", {}, counts ? el("span", { class: "sheet__count" }, `${counts[side]}`) : null, String(point)),
  );
  return el("tr", {}, el("th", { scope: "row" }, name), ...cells);
}
