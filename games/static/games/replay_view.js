// The table of a replayed match with its steps: buttons, a slider, the plays of the deal, the sheets.

import { el, setAttributes, setText } from "./dom.js";
import { _ } from "./language.js";
import { createMatchTable } from "./match_table.js";
import { dealOf } from "./replay.js";
import { createSheetView } from "./sheet_view.js";
import { playerName } from "./words.js";

let leave = null;

// Shows the steps in `root`, which has the places for them; whatever it showed before is gone.
export function createReplayView(root, steps) {
  leave?.abort();
  leave = new AbortController();
  const { signal } = leave;
  const table = createMatchTable(steps[0].view);
  const sheets = createSheetView({ checks: false });
  const slider = root.querySelector("[data-slider]");
  const count = root.querySelector("[data-count]");
  const plays = root.querySelector("[data-plays]");
  const buttons = [
    arrow("|◀", _("First step"), () => 0),
    arrow("◀◀", _("To the deal before"), dealBefore),
    arrow("◀", _("One step back"), (at) => at - 1),
    arrow("▶", _("One step on"), (at) => at + 1),
    arrow("▶▶", _("To the next deal"), dealAfter),
    arrow("▶|", _("Last step"), () => steps.length - 1),
  ];
  let now = -1;
  let listed = null;

  slider.max = steps.length - 1;
  root.querySelector("[data-board]").replaceChildren(table.node);
  root.querySelector("[data-sheets]").replaceChildren(sheets.node);
  root.querySelector("[data-buttons]").replaceChildren(...buttons);
  slider.addEventListener("input", () => go(Number(slider.value)), { signal });
  document.addEventListener("keydown", byKey, { signal });
  root.hidden = false;
  go(Math.min(1, steps.length - 1));

  function arrow(sign, label, target) {
    const attributes = { type: "button", class: "button steps__button", "aria-label": label, title: label };
    return el("button", { ...attributes, onclick: () => go(target(now)) }, sign);
  }

  function go(to) {
    const at = Math.max(0, Math.min(to, steps.length - 1));
    if (at === now) return;
    now = at;
    const step = steps[now];
    table.render(step.view);
    sheets.render(step.view);
    listPlays(dealOf(step));
    slider.value = now;
    setText(count, stepInWords(step));
    for (const [place, node] of buttons.entries()) {
      const isOver = place < buttons.length / 2 ? now === 0 : now === steps.length - 1;
      setAttributes(node, { "aria-disabled": isOver });
    }
  }

  function stepInWords({ line }) {
    const told = { at: now, of: steps.length - 1, line };
    return line === null ? _("Step %(at)s of %(of)s", told) : _("Step %(at)s of %(of)s, line %(line)s", told);
  }

  function dealBefore(at) {
    const first = firstOf(dealOf(steps[at]));
    return at > first ? first : firstOf(dealOf(steps[at]) - 1);
  }

  function dealAfter(at) {
    const next = steps.findIndex((step) => dealOf(step) > dealOf(steps[at]));
    return next < 0 ? steps.length - 1 : next;
  }

  function firstOf(deal) {
    return Math.max(0, steps.findIndex((step) => dealOf(step) === deal));
  }

  function listPlays(deal) {
    if (deal !== listed) {
      listed = deal;
      const rows = steps.flatMap((step, at) => (step.play && dealOf(step) === deal ? [playRow(step, at)] : []));
      plays.replaceChildren(
        el("h2", {}, deal ? _("Deal %(number)s", { number: deal }) : _("Before the first deal")),
        el("ol", { class: "plays__list" }, ...rows),
      );
    }
    for (const node of plays.querySelectorAll("[data-step]")) {
      setAttributes(node, { "aria-current": Number(node.dataset.step) === now ? "step" : null });
    }
    keepInSight(plays.querySelector("[aria-current]"));
  }

  function playRow({ view, play }, at) {
    const attributes = { type: "button", class: "plays__play", "data-step": at, "data-seat": play.seat };
    const label = `${playerName(view, play.seat)}: ${play.text}`;
    return el("li", {}, el("button", { ...attributes, "aria-label": label, onclick: () => go(at) }, play.text));
  }

  function byKey(event) {
    if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  }
}

// Scrolls the list alone, never the page.
function keepInSight(node) {
  const list = node?.closest("ol");
  if (!list) return;
  const [row, frame] = [node.getBoundingClientRect(), list.getBoundingClientRect()];
  if (row.top < frame.top) list.scrollTop -= frame.top - row.top;
  if (row.bottom > frame.bottom) list.scrollTop += row.bottom - frame.bottom;
}
