// The exhibition: its bots play while somebody looks on, and this page says so. Where the match has ended or none
// has begun, the next one is put there.

import { one } from "../games/dom.js";

const EVERY = 12_000;

class Exhibition {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.place = one(root, "[data-place]");
    this.anchor = one(root, "[data-link]", HTMLAnchorElement);
    this.look();
    setInterval(() => this.look(), EVERY);
    document.addEventListener("visibilitychange", () => this.look());
  }

  async look() {
    if (document.hidden) return;
    const answer = await fetch(this.root.dataset.exhibition ?? "", { method: "POST" }).catch(() => null);
    if (answer?.ok) this.show((await answer.json()).match);
  }

  /** @param {string} match */
  show(match) {
    if (this.root.dataset.shown === match) return;
    this.root.dataset.shown = match;
    const table = document.createElement("live-table");
    table.dataset.match = `/ws/matches/${match}/`;
    this.place.replaceChildren(table);
    this.anchor.href = `/matches/${match}/`;
  }
}

const root = document.querySelector("[data-exhibition]");
if (root instanceof HTMLElement) new Exhibition(root);
