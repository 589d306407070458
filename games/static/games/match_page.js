// The page of a match: follows it, shows it, and for a seat plays it. No rules here: the server says which
// moves a selection makes.

import { createClock } from "./clock.js";
import { one, targetOf } from "./dom.js";
import { openLink, socketUrl } from "./match_link.js";
import { Gap, fold, isYourTurn } from "./match_state.js";
import { createMatchTable } from "./match_table.js";
import { createOffersView, emptyHint } from "./offers_view.js";
import { OwnTable } from "./own_table.js";
import { NOTHING, isEmpty, prune, toggleBuild, toggleCard, toggleLoose } from "./selection.js";
import { createSheetView } from "./sheet_view.js";
import { linkInWords, turnInWords } from "./words.js";

const TICK = 250;

class MatchPage {
  // What the page knows: the match as far as it was told, what the reader has picked up, the number of
  // the last question about it, and the id of the move that has no answer yet.
  /** @type {Casino.View | null} */
  view = null;
  /** @type {import("./match_table.js").MatchTable | null} */
  table = null;
  selection = NOTHING;
  request = 0;
  /** @type {string | null} */
  playing = null;
  isFocusLost = false;

  clock = createClock();
  sheets = createSheetView();
  offers = createOffersView((move) => this.play(move));

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.board = one(root, "[data-board]");
    this.status = one(root, "[data-status]");
    one(root, "[data-sheets]").append(this.sheets.node);
    root.querySelector("[data-resign]")?.addEventListener("submit", (event) => this.resign(event));
    this.link = openLink(socketUrl(root.dataset.match), {
      version: () => this.view?.version ?? null,
      onSnapshot: (frame) => this.begin(frame.data),
      onFact: (frame) => this.follow(frame),
      onAnswer: (frame) => this.hear(frame),
      onStatus: (state) => this.showStatus(state),
    });
    this.own = ownTable(root, (frame) => this.link.send(frame));
    setInterval(() => this.tick(), TICK);
  }

  /** @param {Casino.View} snapshot */
  begin(snapshot) {
    const isSameSeat = this.view?.you === snapshot.you;
    this.clock.correct(snapshot.now);
    if (!this.table || !isSameSeat) this.table = this.layTable(snapshot);
    this.show(snapshot, this.table);
  }

  /** @param {Casino.View} view */
  layTable(view) {
    const pick = {
      onCard: (/** @type {Casino.Card} */ card) => this.pickUp(toggleCard(this.selection, card)),
      onLoose: (/** @type {Casino.Card} */ card) => this.pickUp(toggleLoose(this.selection, card)),
      onBuild: (/** @type {number} */ value) => this.pickUp(toggleBuild(this.selection, value)),
    };
    const table = view.you === null ? createMatchTable(view) : createMatchTable(view, pick, this.offers.node);
    this.board.replaceChildren(table.node);
    return table;
  }

  /** @param {Casino.Frame} frame */
  follow(frame) {
    if (!this.view || !this.table) return;
    try {
      const next = fold(this.view, frame);
      if (frame.type === "card_played" && frame.data.seat === next.you) {
        this.selection = NOTHING;
        this.playing = null;
      }
      this.show(next, this.table);
    } catch (error) {
      if (!(error instanceof Gap)) throw error;
      this.link.reconnect();
    }
  }

  /** @param {Casino.View} view @param {import("./match_table.js").MatchTable} table */
  show(view, table) {
    this.view = view;
    this.selection = prune(this.selection, view.deal);
    table.render(view, this.selection, isYourTurn(view));
    this.sheets.render(view);
    this.root.dataset.state = view.status;
    this.keepUp(view);
    if (this.isFocusLost && isYourTurn(view)) this.refocus(table);
    this.tick();
  }

  // The button of the move is gone with the move: who plays by the keyboard goes on in the hand.
  /** @param {import("./match_table.js").MatchTable} table */
  refocus(table) {
    const focused = document.activeElement;
    const isElsewhere = focused !== null && focused !== document.body && !this.offers.node.contains(focused);
    const card = table.node.querySelector(".hand button");
    if (isElsewhere || !(card instanceof HTMLElement)) return;
    this.isFocusLost = false;
    card.focus({ preventScroll: true });
  }

  // What a seat owes the table now: its cut, or the question which moves it has.
  /** @param {Casino.View} view */
  keepUp(view, isAnew = false) {
    if (view.you === null) return;
    this.own?.keepUp(view, isAnew);
    this.consider(view);
  }

  /** @param {Casino.Selection} next */
  pickUp(next) {
    if (this.view?.status !== "playing") return;
    this.selection = next;
    this.offers.refuse("");
    this.table?.render(this.view, next, isYourTurn(this.view));
    this.consider(this.view);
  }

  /** @param {Casino.View} view */
  consider(view) {
    this.request += 1;
    if (!isYourTurn(view) || isEmpty(this.selection)) {
      this.offers.clear();
      this.offers.say(turnInWords(view));
    } else if (this.selection.card === null) {
      this.offers.clear();
      this.offers.say(emptyHint(this.selection));
    } else {
      this.offers.ask();
      this.link.send({ type: "consider", ...this.selection, request: this.request });
    }
  }

  /** @param {{ type: string, data: any }} frame */
  hear({ type, data }) {
    if (type === "options") this.showOptions(data);
    if (type === "accepted" && data.command_id === this.playing) this.playing = null;
    if (type === "refused") this.refused(data);
  }

  /** @param {{ request: number, moves: { move: Casino.Move }[] }} options */
  showOptions({ request, moves }) {
    if (!this.view || request !== this.request) return;
    this.offers.offer(this.view, moves);
    if (moves.length === 0) this.offers.say(emptyHint(this.selection));
  }

  /** @param {Casino.Move} move */
  play(move) {
    if (!this.view || this.playing) return;
    this.playing = crypto.randomUUID();
    this.isFocusLost = true;
    this.offers.wait();
    this.link.command({ type: "move", command_id: this.playing, version: this.view.version, move });
  }

  /** @param {Casino.Problem} problem */
  refused(problem) {
    this.isFocusLost = false;
    if (problem.command_id && problem.command_id === this.playing) this.playing = null;
    if (!this.view || this.view.status === "waiting") return;
    this.offers.refuse(problem.detail);
    // What this page shows is old news: the hint of what came after it was lost.
    if (problem.code === "stale") this.link.reconnect();
    else this.consider(this.view);
  }

  /** @param {Event} event */
  resign(event) {
    event.preventDefault();
    if (this.view?.status !== "playing") return;
    this.link.command({ type: "resign", command_id: crypto.randomUUID() });
    targetOf(event)?.closest("details")?.removeAttribute("open");
  }

  tick() {
    if (!this.view) return;
    this.table?.renderClock(this.view.deal?.turn ?? null, this.clock.secondsLeft(this.view.clock.deadline));
  }

  /** @param {import("./match_link.js").LinkState} state */
  showStatus(state) {
    this.root.dataset.link = state;
    this.status.textContent = linkInWords(state);
    if (state === "live" && this.view) this.keepUp(this.view, true);
  }
}

// What a page has for its seat; who only looks on has none.
/** @param {HTMLElement} root @param {(frame: import("./own_cut.js").CutFrame) => void} send */
function ownTable(root, send) {
  const node = root.querySelector("[data-proof]");
  if (!(node instanceof HTMLElement)) return null;
  return new OwnTable(node, one(root, "[data-status]"), root.dataset.export ?? "", send);
}

new MatchPage(one(document, "[data-match]"));
