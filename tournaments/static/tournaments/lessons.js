// The guided table: position after position, played as at any table and judged by the server.

import { el, one } from "../games/dom.js";
import { _ } from "../games/language.js";
import { createOffersView, emptyHint } from "../games/offers_view.js";
import { NOTHING, toggleBuild, toggleCard, toggleLoose } from "../games/selection.js";
import { createTableView } from "../games/table_view.js";
import { viewOf } from "./lesson_view.js";

class Lessons {
  /** @type {Casino.Lesson[]} */
  all = [];
  at = 0;
  request = 0;
  selection = NOTHING;
  isDone = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.title = one(root, "[data-title]");
    this.text = one(root, "[data-text]");
    this.task = one(root, "[data-task]");
    this.said = one(root, "[data-said]");
    this.count = one(root, "[data-count]");
    this.again = one(root, "[data-again]");
    this.next = one(root, "[data-next]");
    this.offers = createOffersView((move) => this.play(move));
    this.table = createTableView({
      onCard: (card) => this.pick(toggleCard(this.selection, card)),
      onLoose: (card) => this.pick(toggleLoose(this.selection, card)),
      onBuild: (value) => this.pick(toggleBuild(this.selection, value)),
    });
    const own = el("div", { class: "felt__own" }, this.table.hand, this.offers.node);
    const felt = el("div", { class: "felt felt--lesson", "data-plays": true }, this.table.spread, own);
    one(root, "[data-felt]").replaceChildren(felt);
    this.again.addEventListener("click", () => this.show(this.at));
    this.next.addEventListener("click", () => this.goOn());
    this.load();
  }

  async load() {
    const answer = await fetch(this.root.dataset.lessons ?? "");
    this.all = (await answer.json()).results;
    const wanted = this.all.findIndex((lesson) => lesson.key === location.hash.slice(1));
    this.show(Math.max(0, wanted));
  }

  goOn() {
    if (this.at + 1 < this.all.length) this.show(this.at + 1);
    else this.end();
  }

  end() {
    one(this.root, "[data-table]").hidden = true;
    one(this.root, "[data-end]").hidden = false;
    one(this.root, "[data-end] h2").focus();
  }

  /** @param {number} at */
  show(at) {
    const lesson = this.all[at];
    this.at = at;
    this.isDone = false;
    this.selection = NOTHING;
    history.replaceState(null, "", `#${lesson.key}`);
    this.count.textContent = _("%(at)s of %(all)s", { at: at + 1, all: this.all.length });
    this.title.textContent = lesson.title;
    this.text.textContent = lesson.text;
    this.task.textContent = lesson.task;
    this.said.textContent = "";
    this.again.hidden = true;
    this.next.hidden = true;
    this.draw(lesson.deal);
    this.offers.clear();
    this.offers.refuse("");
    this.offers.say(_("Choose a card of your hand."));
  }

  /** @param {Casino.LessonDeal} deal @param {import("../games/seat_play.js").Lights | null} lights */
  draw(deal, lights = null) {
    this.table.render(viewOf(deal), this.selection, !this.isDone, lights);
  }

  /** @param {Casino.Selection} selection */
  pick(selection) {
    if (this.isDone || !this.again.hidden) return;
    this.selection = selection;
    this.draw(this.all[this.at].deal);
    this.consider();
  }

  async consider() {
    this.request += 1;
    const { request, selection } = this;
    this.offers.refuse("");
    this.offers.clear();
    if (selection.card === null) {
      this.offers.say(emptyHint(selection));
      return;
    }
    const found = await this.post("consider/", selection);
    if (!found || request !== this.request) return;
    this.draw(this.all[this.at].deal, found.goes_with);
    this.offers.offer(viewOf(this.all[this.at].deal), found.moves);
    if (found.moves.length === 0) this.offers.say(found.why || emptyHint(selection));
  }

  /** @param {Casino.Move} move */
  async play(move) {
    this.offers.wait();
    const told = await this.post("try/", { move });
    if (!told) return;
    this.offers.clear();
    this.offers.say("");
    if (told.after === null) {
      this.offers.refuse(told.why);
      return;
    }
    this.isDone = told.done;
    this.selection = NOTHING;
    this.draw(told.after);
    this.said.textContent = told.done ? _("Well done.") : _("That may be played. Here something else is asked for.");
    this.again.hidden = told.done;
    this.next.hidden = !told.done;
    (told.done ? this.next : this.again).focus();
  }

  /** @param {string} part @param {object} body */
  async post(part, body) {
    const headers = { "Content-Type": "application/json" };
    const address = `${this.root.dataset.lessons}${this.all[this.at].key}/${part}`;
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
    if (answer?.ok) return answer.json();
    this.offers.refuse(_("The server does not answer. Try it again in a moment."));
    return null;
  }
}

new Lessons(one(document, "[data-lessons]"));
