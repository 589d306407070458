// A hint in a casual match against bots: what a strong bot would play, in words. Playing it is left to the player.

import { shortName } from "./card_names.js";
import { one } from "./dom.js";
import { _ } from "./language.js";
import { offerInWords } from "./words.js";

class Hint {
  /** @param {HTMLElement} node @param {HTMLElement} page */
  constructor(node, page) {
    this.node = node;
    this.page = page;
    this.advice = one(node, "[data-advice]");
    one(node, "button").addEventListener("click", () => this.ask());
    new MutationObserver(() => this.leave()).observe(page, { attributeFilter: ["data-state"] });
  }

  leave() {
    this.node.hidden = this.page.dataset.state === "finished";
  }

  async ask() {
    const address = this.node.dataset.hint ?? "";
    const [told, seen] = await Promise.all([fetch(address), fetch(address.replace("hint/", ""))]).catch(() => []);
    if (!told || !seen) return;
    const answer = await told.json();
    this.advice.textContent = told.ok
      ? _("%(move)s, says %(bot)s.", { move: this.inWords(await seen.json(), answer.move.move), bot: answer.bot })
      : answer.detail;
  }

  /** @param {Casino.View} view @param {Casino.Move} move */
  inWords(view, move) {
    const said = offerInWords(view, move);
    return move.kind === "trail" ? said : _("With the %(card)s: %(said)s", { card: shortName(move.card), said });
  }
}

const node = document.querySelector("[data-hint]");
if (node instanceof HTMLElement) new Hint(node, one(document, "main"));
