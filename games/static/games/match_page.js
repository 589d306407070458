// The page of a match: follows it, shows it, and for a seat plays it. No rules here: the server says which
// moves a selection makes.

import { createClock } from "./clock.js";
import { DealEnd } from "./deal_end.js";
import { one, targetOf } from "./dom.js";
import { MatchBar } from "./match_bar.js";
import { openLink, socketUrl } from "./match_link.js";
import { Gap, bankOf, fold, isYourTurn } from "./match_state.js";
import { createMatchTable } from "./match_table.js";
import { OwnTable } from "./own_table.js";
import { MatchRecord } from "./match_record.js";
import { SeatPlay } from "./seat_play.js";

const TICK = 250;

class MatchPage {
  // What the page knows: the match as far as it was told, and who is there.
  /** @type {Casino.View | null} */
  view = null;
  /** @type {import("./match_table.js").MatchTable | null} */
  table = null;
  /** @type {Casino.Presence[]} */
  presence = [];

  /** @type {Casino.Frame[]} what happened while the end of a deal is shown */
  later = [];

  clock = createClock();
  dealEnd = new DealEnd(() => this.goOn());

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.board = one(root, "[data-board]");
    this.bar = new MatchBar(root);
    this.record = new MatchRecord(root);
    this.seat = new SeatPlay(() => this.link, this.bar.preferences, () => this.render());
    root.querySelector("[data-resign]")?.addEventListener("submit", (event) => this.resign(event));
    this.link = openLink(socketUrl(root.dataset.match), {
      version: () => this.view?.version ?? null,
      onSnapshot: (frame) => this.begin(frame.data),
      onFact: (frame) => this.follow(frame),
      onAnswer: (frame) => this.hear(frame),
      onStatus: (state) => this.showStatus(state),
      onPulse: ({ at }) => {
        this.clock.correct(at);
        root.toggleAttribute("data-pulse", true);
      },
    });
    this.bar.offerSayings((what) => this.link.send({ type: "say", what }));
    this.bar.offerTakeBack(root, (frame) => this.link.command(frame));
    this.own = ownTable(root, (frame) => this.link.send(frame));
    this.bar.listenToKeys({
      table: () => this.table?.node ?? null,
      press: (place) => !this.dealEnd.isShown && this.seat.offers.press(place),
      putBack: () => this.seat.putBack(),
    });
    this.bar.preferences.onChange(() => this.render());
    setInterval(() => this.tick(), TICK);
  }

  /** @param {Casino.View} snapshot */
  begin(snapshot) {
    const isSameSeat = this.view?.you === snapshot.you;
    this.clock.correct(snapshot.now);
    this.later = [];
    this.dealEnd.end();
    if (!this.table || !isSameSeat) this.table = this.layTable(snapshot);
    this.show(snapshot);
    this.record.read(() => this.view);
  }

  /** @param {Casino.View} view */
  layTable(view) {
    const isPlayed = view.you !== null;
    const table = isPlayed ? createMatchTable(view, this.seat.pick, this.seat.offers.node) : createMatchTable(view);
    this.board.replaceChildren(table.node);
    return table;
  }

  /** @param {Casino.Frame} frame */
  follow(frame) {
    if (!this.view) return;
    if (this.dealEnd.isShown) {
      this.later.push(frame);
      return;
    }
    try {
      this.show(fold(this.view, frame));
      const isLastEnd = frame.type === "deal_scored" && !this.later.some(({ type }) => type === "deal_scored");
      if (isLastEnd && this.table) this.dealEnd.show(this.table.node, this.view);
    } catch (error) {
      if (!(error instanceof Gap)) throw error;
      this.link.reconnect();
    }
  }

  // What happened meanwhile is shown, up to the end of another deal.
  goOn() {
    this.seat.isFocusLost = true;
    const frames = this.later;
    while (frames.length > 0 && !this.dealEnd.isShown && this.later === frames) {
      const [frame] = frames.splice(0, 1);
      this.follow(frame);
    }
  }

  /** @param {Casino.View} view */
  show(view) {
    if (this.view && !this.view.result && view.result) document.dispatchEvent(new Event("live-refresh"));
    this.view = view;
    this.seat.follow(view);
    this.render();
    this.record.render(view);
    this.bar.follow(view);
    this.root.dataset.state = view.status;
    this.keepUp(view);
    if (this.table) this.seat.refocus(this.table.node);
    this.tick();
  }

  render() {
    const { view, table, seat } = this;
    if (!view || !table) return;
    table.render(view, seat.selection, isYourTurn(view), seat.lights);
    if (view.you !== null) this.bar.nameKeys(table.node);
  }

  // What a seat owes the table now: its cut, or the question which moves it has.
  /** @param {Casino.View} view */
  keepUp(view, isAnew = false) {
    if (view.you === null) return;
    this.own?.keepUp(view, isAnew);
    this.seat.consider();
  }

  /** @param {{ type: string, data: any }} frame */
  hear({ type, data }) {
    if (type === "options") this.seat.hearOptions(data);
    if (type === "accepted") this.seat.accepted(data.command_id);
    if (type === "refused") this.seat.refused(data);
    if (type === "said" && this.table) this.bar.hearSaying(this.table.node, data);
    if (type === "presence") {
      this.presence = this.peopleIn(data.seats);
      this.bar.count(data.watching);
      this.tick();
    }
  }

  // Everybody but the reader and bots; who has not come has no line in what is told.
  /** @param {Casino.Presence[]} told @returns {Casino.Presence[]} */
  peopleIn(told) {
    const seats = this.view?.seats.filter(({ seat, bot }) => bot === null && seat !== this.view?.you) ?? [];
    return seats.map(({ seat }) => told.find((other) => other.seat === seat) ?? { seat, is: "gone", since: null });
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
    const seconds = this.clock.secondsLeft(this.view.clock.deadline);
    const turn = this.view.deal?.turn ?? null;
    const bank = turn === null ? 0 : Math.round(bankOf(this.view, turn) / 1000);
    this.table?.renderClock(turn, seconds, bank);
    this.table?.renderPresence(this.presence, (since) => this.clock.secondsSince(since));
    this.bar.tick(seconds);
  }

  /** @param {import("./match_link.js").LinkState} state */
  showStatus(state) {
    this.root.dataset.link = state;
    this.bar.showStatus(state);
    if (state === "live" && this.view) this.keepUp(this.view, true);
  }
}

// What a page has for its seat; who only looks on has none.
/** @param {HTMLElement} root @param {(frame: import("./own_cut.js").CutFrame) => void} send */
function ownTable(root, send) {
  const node = root.querySelector("[data-proof]");
  if (!(node instanceof HTMLElement)) return null;
  return new OwnTable(node, one(root, ".match__bar"), root.dataset.export ?? "", send);
}

new MatchPage(one(document, "[data-match]"));
