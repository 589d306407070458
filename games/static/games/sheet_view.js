// The score sheet: one table a finished deal, newest first, and the totals after it.

import { el } from "./dom.js";
import { _ } from "./language.js";
import { linesOf } from "./sheet.js";
import { sideName } from "./words.js";

// So many sides stand beside each other without scrolling.
const MOST_BESIDE = 3;

// `checks`: whether each deal has a link to the page that checks its dealing.
export function createSheetView({ checks = true } = {}) {
  const node = el("div", { class: "sheets" });
  let shown = 0;

  return {
    node,
    /** @param {Casino.View} view */
    render(view) {
      if (view.sheets.length === shown) return;
      shown = view.sheets.length;
      node.replaceChildren(...view.sheets.toReversed().map((sheet) => table(view, sheet, checks)));
    },
  };
}

// A sheet of many sides is wider than its place, and scrolls in it.
/** @param {Casino.View} view @param {Casino.Sheet} sheet @param {boolean} checks */
function table(view, sheet, checks) {
  const totals = sheet.sheet.map((side) => side.total);
  const scrolls = view.sides.length > MOST_BESIDE;
  const label = _("Sheet of deal %(number)s", { number: sheet.deal });
  const frame = scrolls ? { class: "sheet__frame", role: "region", tabindex: 0, "aria-label": label } : { class: "sheet__frame" };
  return el("div", frame, sheetTable(view, sheet, checks, totals));
}

/** @param {Casino.View} view @param {Casino.Sheet} sheet @param {boolean} checks @param {number[]} totals */
function sheetTable(view, sheet, checks, totals) {
  return el(
    "table",
    { class: "sheet", "data-sides": view.sides.length },
    el("caption", {}, _("Deal %(number)s", { number: sheet.deal }), checks ? check(sheet.deal) : null),
    el("thead", {}, head(view)),
    el("tbody", {}, ...linesOf(sheet).map((line) => row(line.name, line.points, line.counts))),
    el("tfoot", {}, row(_("Deal"), totals), row(_("Match"), sheet.scores)),
  );
}

/** @param {number} deal */
function check(deal) {
  const label = _("Check how deal %(number)s was dealt", { number: deal });
  return el("a", { class: "sheet__check", href: `fairness/#deal-${deal}`, "aria-label": label }, _("Check"));
}

/** @param {Casino.View} view */
function head(view) {
  const names = view.sides.map(({ side, seats }) =>
    el("th", { scope: "col", "data-seat": seats[0] }, el("span", { class: "sheet__side" }, sideName(view, side))),
  );
  return el("tr", {}, el("td"), ...names);
}

/** @param {string} name @param {(number | string)[]} points @param {number[] | null} counts */
function row(name, points, counts = null) {
  const cells = points.map((point, side) =>
    el("td", {}, counts ? el("span", { class: "sheet__count" }, `${counts[side]}`) : null, String(point)),
  );
  return el("tr", {}, el("th", { scope: "row" }, name), ...cells);
}
