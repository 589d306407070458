// Pictures of positions on the page of the rules, drawn by the same table as everywhere.

import { all, el, one } from "../games/dom.js";
import { NOTHING } from "../games/selection.js";
import { createTableView } from "../games/table_view.js";
import { viewOf } from "./lesson_view.js";

async function draw() {
  const root = one(document, "[data-lessons]");
  const answer = await fetch(root.dataset.lessons ?? "");
  /** @type {{ results: Casino.Lesson[] }} */
  const { results } = await answer.json();
  for (const place of all(root, "[data-picture]")) {
    const lesson = results.find(({ key }) => key === place.dataset.picture);
    if (lesson) show(place, lesson.deal);
  }
}

/** @param {HTMLElement} place @param {Casino.LessonDeal} deal */
function show(place, deal) {
  const table = createTableView(null);
  table.render(viewOf(deal), NOTHING, false);
  place.replaceChildren(el("div", { class: "felt felt--picture" }, table.spread, table.hand));
}

draw();
