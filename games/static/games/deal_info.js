// Which deal it is, and what is left of the stock; before play, how long the table still waits.

import { cardBack } from "./card.js";
import { minutes } from "./clock.js";
import { el, setAttributes, setText } from "./dom.js";
import { _, plural } from "./language.js";
import { dealInWords } from "./words.js";

export function createDealInfo() {
  const deal = el("span", { class: "felt__deal" });
  const count = el("span", { class: "pile__count" });
  const stock = el("span", { class: "stock", role: "img" }, cardBack(), count);

  return {
    node: el("div", { class: "felt__info" }, deal, stock),
    stock,
    /** @param {Casino.View} view */
    render(view) {
      const left = view.deal?.stock ?? 0;
      if (view.status !== "waiting") setText(deal, view.deal ? dealInWords(view.deal) : "");
      setText(count, String(left));
      const label = plural("stock: %(count)s card", "stock: %(count)s cards", left);
      setAttributes(stock, { "aria-label": label, hidden: left === 0 });
    },
    /** @param {number | null} seconds */
    renderWait(seconds) {
      setText(deal, seconds === null ? "" : _("%(time)s left to come", { time: minutes(seconds) }));
    },
  };
}
