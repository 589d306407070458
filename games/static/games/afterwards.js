// The end of a casual match: the ways to the next one, and whether the others want a rematch.

import { one } from "./dom.js";
import { _, list } from "./language.js";

const EVERY = 3000;
// Whoever is still on the page after so long is not asked for any more.
const LOOKS = 100;

class Afterwards {
  looks = 0;
  isOver = false;

  /** @param {HTMLElement} node @param {HTMLElement} page */
  constructor(node, page) {
    this.node = node;
    this.page = page;
    this.said = one(node, "[data-said]");
    new MutationObserver(() => this.begin()).observe(page, { attributeFilter: ["data-state"] });
    this.begin();
  }

  begin() {
    if (this.isOver || this.page.dataset.state !== "finished") return;
    this.isOver = true;
    this.node.hidden = false;
    this.look();
  }

  async look() {
    if (!document.hidden) {
      this.looks += 1;
      await this.ask();
    }
    if (this.looks < LOOKS) setTimeout(() => this.look(), EVERY);
  }

  async ask() {
    const answer = await fetch(this.node.dataset.afterwards ?? "").catch(() => null);
    if (!answer?.ok) return;
    const table = await answer.json();
    this.show(table);
    if (this.hasAgreed(table)) await this.wait(table);
  }

  // Whether the reader has agreed, and looks at this page instead of the one where one waits.
  /** @param {Casino.WaitingTable} table */
  hasAgreed(table) {
    const own = table.seats.find((seat) => seat.player?.id === this.node.dataset.me);
    return own !== undefined && own.waits_for === null;
  }

  // Says that the reader still waits, since nobody is played with who has left; goes to the match when it begins.
  /** @param {Casino.WaitingTable} table */
  async wait(table) {
    if (table.state !== "waiting") return;
    const headers = { "X-CSRFToken": one(this.node, "[name=csrfmiddlewaretoken]", HTMLInputElement).value };
    const here = `${this.node.dataset.tables}${table.id}/here/`;
    const answer = await fetch(here, { method: "POST", headers }).catch(() => null);
    const after = answer?.ok ? await answer.json() : null;
    if (after?.match) location.assign(`/matches/${after.match}/`);
  }

  /** @param {Casino.WaitingTable} table */
  show(table) {
    const [asking, awaited] = [false, true].map((isAwaited) =>
      table.seats.filter((seat) => seat.player && (seat.waits_for !== null) === isAwaited),
    );
    const names = (asking ?? []).map((seat) => seat.player?.handle ?? "");
    if (table.match !== null) this.said.textContent = _("The rematch has begun.");
    else if (table.state === "ended") this.said.textContent = _("There is no rematch: somebody did not want it.");
    else if (awaited && names.length > 0) this.said.textContent = _("%(names)s: a rematch?", { names: list(names) });
  }
}

new Afterwards(one(document, "[data-afterwards]"), one(document, "main"));
