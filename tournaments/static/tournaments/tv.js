// Television: one table, the most exciting that there is, and when it is over the next. Where none is played at, the
// bots of the exhibition play, as long as somebody looks on.

import { all, one } from "../games/dom.js";

const EVERY = 12_000;
// The result lies on the table for so long.
const RESULT_FOR = 6000;

/** @typedef {{ id: string, tournament: { name: string } | null, round_name: string, is_closed: boolean }} Table */

class Tv {
  isOver = false;
  isSettled = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.place = one(root, "[data-place]");
    this.anchor = one(root, "[data-link]", HTMLAnchorElement);
    this.where = root.querySelector("[data-where]");
    this.isSettled = root.dataset.event === "1";
    root.addEventListener("table-over", () => this.over());
    root.addEventListener("table-closed", () => this.move());
    this.look();
    setInterval(() => this.look(), EVERY);
    document.addEventListener("visibilitychange", () => this.look());
  }

  over() {
    this.isOver = true;
    setTimeout(() => this.move(), RESULT_FOR);
  }

  // What is shown is not worth staying for.
  move() {
    this.isOver = true;
    this.look();
  }

  async look() {
    if (document.hidden) return;
    const found = await asked(this.root.dataset.tv ?? "", "GET");
    /** @type {Table[]} */
    const tables = (found?.results ?? []).filter((/** @type {Table} */ one_) => !one_.is_closed);
    const isOn = tables.some(({ id }) => id === this.root.dataset.shown);
    const next = tables.find(({ id }) => id !== this.root.dataset.shown);
    if (next && (this.isOver || !isOn)) this.show(next.id, next.tournament?.name ?? "", next.round_name);
    else if (found && tables.length === 0) await this.exhibit();
  }

  async exhibit() {
    const address = this.root.dataset.exhibition;
    const found = address ? await asked(address, "POST") : null;
    if (found) this.show(found.match, "", "");
  }

  /** @param {string} match @param {string} event @param {string} round */
  show(match, event, round) {
    if (this.root.dataset.shown === match) return;
    this.root.dataset.shown = match;
    this.isOver = false;
    const table = document.createElement("live-table");
    table.dataset.match = `/ws/matches/${match}/`;
    this.place.replaceChildren(table);
    this.anchor.href = `/matches/${match}/`;
    if (this.where) this.where.textContent = [event, round].filter(Boolean).join(" · ");
  }
}

/** @param {string} address @param {string} method */
async function asked(address, method) {
  const answer = await fetch(address, { method }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

for (const root of all(document, "[data-tv]")) new Tv(root);
