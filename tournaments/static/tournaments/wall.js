// The wall of tables: the server says which are the most exciting, and each is followed on the page's one socket.

import { all, el, one } from "../games/dom.js";
import { _ } from "../games/language.js";

const EVERY = 8000;
const FAVOURITES = "good-ten-favourites";

/** @typedef {{ id: string, tournament: { name: string, slug: string } | null, round_name: string, is_closed: boolean,
 *   seats: { player: { handle: string }, score: number }[], excitement: number }} Table */

class Wall {
  /** @type {Map<string, HTMLElement>} */
  shown = new Map();
  page = 1;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.tables = one(root, "[data-tables]");
    this.more = one(root, "[data-pages]");
    this.empty = one(root, "[data-none]");
    this.page = Number(root.dataset.page);
    this.favourites = new Set(known());
    for (const node of all(this.tables, "[data-table]")) this.shown.set(node.dataset.table ?? "", node);
    root.addEventListener("click", (event) => this.pressed(event));
    root.addEventListener("table-watched", (event) => this.count(event));
    root.addEventListener("table-over", () => setTimeout(() => this.look(), 1500));
    document.addEventListener("visibilitychange", () => this.look());
    setInterval(() => this.look(), EVERY);
    this.look();
  }

  async look() {
    if (document.hidden) return;
    const asked = new URLSearchParams({ page: String(this.page), favourites: [...this.favourites].join(",") });
    const answer = await fetch(`${this.root.dataset.wall}?${asked}`).catch(() => null);
    if (answer?.ok) this.show(await answer.json());
  }

  /** @param {{ count: number, next: number | null, results: Table[] }} found */
  show(found) {
    if (found.results.length === 0 && this.page > 1) {
      this.turn(1);
      return;
    }
    const ids = new Set(found.results.map(({ id }) => id));
    for (const [id, node] of this.shown) {
      if (ids.has(id)) continue;
      node.remove();
      this.shown.delete(id);
    }
    found.results.forEach((table, place) => this.put(table, place));
    this.empty.hidden = found.count > 0;
    this.more.hidden = found.next === null && this.page === 1;
    const [back, on] = all(this.more, "[data-page]");
    back.dataset.page = String(this.page - 1);
    back.toggleAttribute("disabled", this.page === 1);
    on.dataset.page = String(this.page + 1);
    on.toggleAttribute("disabled", found.next === null);
  }

  // A table keeps its element: it is moved, and not followed anew.
  /** @param {Table} table @param {number} place */
  put(table, place) {
    const node = this.shown.get(table.id) ?? made(table, this.root.dataset.event ?? "");
    this.shown.set(table.id, node);
    const mark = one(node, "[data-favourite]");
    mark.setAttribute("aria-pressed", String(table.seats.some(({ player }) => this.favourites.has(player.handle))));
    node.style.order = String(place);
    if (!node.isConnected) this.tables.append(node);
  }

  /** @param {Event} event */
  count(event) {
    const node = event.target instanceof Element ? event.target.closest("[data-table]") : null;
    const watching = /** @type {CustomEvent<number>} */ (event).detail;
    const told = node?.querySelector("[data-watching]");
    if (told) told.textContent = _("Looking on: %(watching)s", { watching });
  }

  /** @param {Event} event */
  pressed(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.page) this.turn(Number(button.dataset.page));
    if (button?.dataset.favourite === undefined) return;
    const handles = (button.dataset.handles ?? "").split(",");
    const isOne = handles.some((handle) => this.favourites.has(handle));
    for (const handle of handles) this.favourites[isOne ? "delete" : "add"](handle);
    localStorage.setItem(FAVOURITES, JSON.stringify([...this.favourites].slice(-20)));
    this.look();
  }

  /** @param {number} page */
  turn(page) {
    this.page = Math.max(1, page);
    scrollTo({ top: 0, behavior: "instant" });
    this.look();
  }
}

/** @returns {string[]} */
function known() {
  try {
    const found = JSON.parse(localStorage.getItem(FAVOURITES) ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

/** @param {Table} table @param {string} event the slug of the event whose wall it is */
function made(table, event) {
  const handles = table.seats.map(({ player }) => player.handle);
  const where = [table.tournament && table.tournament.slug !== event ? table.tournament.name : "", table.round_name];
  const live = document.createElement("live-table");
  live.dataset.match = `/ws/matches/${table.id}/`;
  return el(
    "li",
    { class: "wall__table", "data-table": table.id },
    live,
    el(
      "p",
      { class: "wall__under" },
      el("a", { class: "wall__names", href: `/matches/${table.id}/` }, handles.join(" – ")),
      el("button", {
        type: "button", class: "wall__mark", "data-favourite": "", "data-handles": handles.join(","),
        "aria-label": _("Keep in front"), title: _("Keep in front"),
      }, "★"),
      el("span", { class: "muted" }, where.filter(Boolean).join(" · ")),
      el("span", { class: "muted wall__watching", "data-watching": "" }),
    ),
  );
}

for (const root of all(document, "[data-wall]")) new Wall(root);
