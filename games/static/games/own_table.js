// The seat's own dealings with the log of its match: it makes the player's cut, and shows what the page proves.

import { el } from "./dom.js";
import { _ } from "./language.js";
import { delay } from "./match_link.js";
import { browserReceipts, drawCut, nextStep } from "./own_cut.js";
import { OwnProof, problemInWords } from "./own_proof.js";
import { factsIn } from "./verify_deals.js";
import { playerName } from "./words.js";

/** @typedef {import("./own_cut.js").CutFrame} CutFrame */
/** @typedef {import("./own_proof.js").Proof} Proof */

export class OwnTable {
  /** @type {Casino.View | null} the newest view */
  view = null;
  isBusy = false;
  failures = 0;
  // How far the match was when it was last looked into.
  progress = "";
  /** @type {number | null} the version of the view that was last looked into */
  looked = null;
  /** @type {OwnProof | null} */
  proof = null;
  receipts = browserReceipts();
  // For tables whose cards do not hang on cuts that were committed to.
  plainCut = drawCut();
  address = "";

  /**
   * @param {HTMLElement} node where the proof stands
   * @param {Element} top after which it stands where it has to be seen
   * @param {string} exportUrl
   * @param {(frame: CutFrame) => void} send
   */
  constructor(node, top, exportUrl, send) {
    this.node = node;
    this.top = top;
    this.exportUrl = exportUrl;
    this.send = send;
  }

  // Does what is due at this view; `isAnew`: what was sent before may not have arrived.
  /** @param {Casino.View} view */
  keepUp(view, isAnew = false) {
    this.view = view;
    if (view.you === null) return;
    this.proof ??= new OwnProof(view.you, this.receipts);
    this.proof.remember(view);
    if (isAnew) this.looked = null;
    if (!isOfCommitments(view)) this.cutPlainly(view);
    else if (!this.isBusy && this.isDue(view)) this.look(view).catch(() => this.tryLater());
  }

  /** @param {Casino.View} view */
  cutPlainly(view) {
    const owes = view.status === "waiting" && view.you !== null && !view.seats[view.you].cut;
    if (owes) this.send({ type: "cut", cut: this.plainCut });
  }

  // Before play every fact may bind somebody; afterwards, what a deal or the end reveals.
  /** @param {Casino.View} view */
  isDue(view) {
    const { looked } = this;
    return looked === null || (looked !== view.version && (view.status === "waiting" || this.progress !== progressOf(view)));
  }

  /** @param {Casino.View} view */
  async look(view) {
    this.isBusy = true;
    this.looked = view.version;
    this.progress = progressOf(view);
    try {
      const answer = await fetch(this.exportUrl, { cache: "no-store" });
      if (!answer.ok) throw new Error(`${answer.status}`);
      await this.lookInto(factsIn(await answer.text()), view);
      this.failures = 0;
    } finally {
      this.isBusy = false;
    }
    if (this.view && this.isDue(this.view)) await this.look(this.view);
  }

  /** @param {Casino.Recorded[]} facts @param {Casino.View} view */
  async lookInto(facts, view) {
    if (view.you === null || !this.proof) return;
    const nameOf = (/** @type {number} */ seat) => playerName(view, seat);
    if (view.status === "waiting") {
      const { frame, problem } = await nextStep(facts, view.you, this.receipts);
      if (problem) return this.show({ is: "broken", text: problemInWords(problem, nameOf), receipt: null });
      if (frame) this.send(frame);
    }
    this.show(await this.proof.of(facts, nameOf));
  }

  tryLater() {
    setTimeout(() => this.view && this.keepUp(this.view, true), delay(this.failures));
    this.failures += 1;
  }

  /** @param {Proof} proof */
  show({ is, text, receipt }) {
    this.node.dataset.is = is;
    const isLoud = is === "broken" || is === "left_out";
    this.node.setAttribute("role", isLoud ? "alert" : "status");
    if (isLoud) this.top.after(this.node);
    const children = [el("span", {}, text), receipt && text ? this.download(receipt) : null];
    this.node.replaceChildren(...children.filter((child) => child !== null));
  }

  /** @param {import("./verify_cuts.js").Receipt} receipt */
  download(receipt) {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = URL.createObjectURL(new Blob([JSON.stringify(receipt)], { type: "application/json" }));
    return el("a", { href: this.address, download: `receipt-${receipt.match}.json` }, _("Keep the receipt"));
  }
}

// Whether cuts are committed to here, and the browser can compute what that takes.
/** @param {Casino.View} view */
function isOfCommitments(view) {
  return view.digests !== null && view.dealing.board === null && globalThis.crypto?.subtle !== undefined;
}

/** @param {Casino.View} view */
function progressOf(view) {
  return `${view.status} ${view.sheets.length}`;
}
