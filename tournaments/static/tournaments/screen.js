// The big screen of a hall: turns its slides, each in full, page by page where it is longer than the screen. It is open
// for days: it never loads itself anew, follows the event on one socket, and puts what is new in the place of the old.

import { all, el, one } from "../games/dom.js";
import { watchLink } from "../games/watch_link.js";
import { Slides } from "./slides.js";

const SECONDS = 12;
const LEAST_PAUSE = 1200;
// What no frame told of, such as a round that begins by the clock.
const LOOK_EVERY = 60_000;
const TABLES_EVERY = 10_000;
const MOST_TABLES = 3;

class Screen {
  slides = new Slides();
  version = 0;
  /** @type {ReturnType<typeof setTimeout> | null} */
  due = null;
  /** @type {Map<string, string>} what each part was when it was last put there */
  known = new Map();

  /** @param {HTMLElement} root */
  constructor(root) {
    for (const part of all(document, "[data-part]")) this.known.set(part.id, part.outerHTML);
    this.slides.show();
    setInterval(() => this.slides.turn(), SECONDS * 1000);
    setInterval(() => this.lookSoon(), LOOK_EVERY);
    setInterval(() => this.feature(), TABLES_EVERY);
    watchLink().watch(root.dataset.stream ?? "", {
      version: () => this.version || null,
      onFrame: ({ version }) => {
        this.version = version;
        this.lookSoon();
      },
    });
    this.feature();
  }

  // Many facts at once are one look.
  lookSoon() {
    this.due ??= setTimeout(() => this.look(), LEAST_PAUSE * (0.5 + Math.random()));
  }

  async look() {
    this.due = null;
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    this.take(fresh);
    this.slides.show();
  }

  /** @param {Document} fresh */
  take(fresh) {
    const place = one(document, "[data-slides]");
    const wanted = all(fresh, "[data-part], [data-slide]");
    const ids = new Set(wanted.map(({ id }) => id));
    for (const old of all(place, "[data-slide]")) if (!ids.has(old.id)) old.remove();
    for (const part of wanted) {
      const current = document.getElementById(part.id);
      if (!current) place.append(document.adoptNode(part));
      else if (part.dataset.part !== undefined && this.known.get(part.id) !== part.outerHTML) {
        this.known.set(part.id, part.outerHTML);
        current.replaceWith(document.adoptNode(part));
      }
    }
  }

  // The most exciting tables, which stay where they are as long as they are among them.
  async feature() {
    const slide = document.querySelector("[data-featured]");
    if (!(slide instanceof HTMLElement)) return;
    const answer = await fetch(slide.dataset.featured ?? "").catch(() => null);
    if (!answer?.ok) return;
    /** @type {{ id: string, is_closed: boolean }[]} */
    const found = (await answer.json()).results;
    const tables = found.filter((table) => !table.is_closed).slice(0, MOST_TABLES);
    const list = one(slide, "[data-tables]");
    const ids = new Set(tables.map(({ id }) => id));
    for (const node of all(list, "li")) if (!ids.has(node.dataset.table ?? "")) node.remove();
    const shown = new Set(all(list, "li").map((node) => node.dataset.table));
    for (const { id } of tables) {
      if (shown.has(id)) continue;
      const table = document.createElement("live-table");
      table.dataset.match = `/ws/matches/${id}/`;
      list.append(el("li", { "data-table": id }, table));
    }
  }
}

new Screen(one(document, "main"));
