// What a seat does at its table: picks up cards, asks the server which moves they make, and plays one. No rules here.

import { isYourTurn } from "./match_state.js";
import { _ } from "./language.js";
import { createOffersView, emptyHint } from "./offers_view.js";
import { NOTHING, isEmpty, plannedMove, prune, toggleBuild, toggleCard, toggleLoose } from "./selection.js";
import { offerInWords, turnInWords } from "./words.js";

/** @typedef {import("./match_link.js").MatchLink} MatchLink */
/** @typedef {import("./preferences.js").Preferences} Preferences */
/** @typedef {{ loose: Casino.Card[], builds: number[] }} Lights what the chosen card goes with */
/** @typedef {{ request: number, moves: { move: Casino.Move }[], why?: string | null, goes_with?: Lights }} Options */

export class SeatPlay {
  /** @type {Casino.View | null} */
  view = null;
  selection = NOTHING;
  /** @type {Lights | null} */
  lights = null;
  request = 0;
  /** @type {string | null} the id of the move that has no answer yet */
  playing = null;
  /** @type {Casino.Move["kind"] | null} what is to be played with the selection as soon as it is the seat's turn */
  planned = null;
  isFocusLost = false;

  /** @param {() => MatchLink} link @param {Preferences} preferences @param {() => void} onChange */
  constructor(link, preferences, onChange) {
    this.link = link;
    this.preferences = preferences;
    this.onChange = onChange;
    this.offers = createOffersView((move) => this.choose(move));
    /** @type {Casino.Pick} */
    this.pick = {
      onCard: (card) => this.pickUp(toggleCard(this.selection, card)),
      onLoose: (card) => this.pickUp(toggleLoose(this.selection, card)),
      onBuild: (value) => this.pickUp(toggleBuild(this.selection, value)),
    };
  }

  // The table as it is now. Done before it is shown.
  /** @param {Casino.View} view */
  follow(view) {
    const before = this.view;
    const hasPlayed = view.last_play?.seat === view.you && view.last_play !== before?.last_play && before !== null;
    if (hasPlayed) {
      this.selection = NOTHING;
      this.playing = null;
    }
    const kept = prune(this.selection, view.deal);
    const isChanged = kept.card !== this.selection.card || kept.loose.length < this.selection.loose.length || kept.builds.length < this.selection.builds.length;
    if (isChanged || isEmpty(kept)) this.planned = null;
    this.selection = kept;
    this.view = view;
  }

  // Whether a play is on its way, and nothing else is to be done.
  get isWaiting() {
    return this.playing !== null;
  }

  /** @param {Casino.Selection} next */
  pickUp(next) {
    if (this.view?.status !== "playing" || this.isWaiting) return;
    this.selection = next;
    this.planned = null;
    this.lights = null;
    this.offers.refuse("");
    this.onChange();
    this.consider();
  }

  putBack() {
    this.pickUp(NOTHING);
  }

  consider() {
    const { view } = this;
    if (!view || this.isWaiting) return;
    this.request += 1;
    if (view.status !== "playing" || isEmpty(this.selection)) {
      this.lights = null;
      this.offers.clear();
      this.offers.say(view.status === "playing" ? turnInWords(view) : "");
    } else if (!isYourTurn(view)) this.plan(view);
    else if (this.selection.card === null) {
      this.offers.clear();
      this.offers.say(emptyHint(this.selection));
    } else {
      this.offers.ask();
      this.link().send({ type: "consider", ...this.selection, request: this.request });
    }
  }

  // While others play, what is picked up can be left to be played as soon as it is the seat's turn.
  /** @param {Casino.View} view */
  plan(view) {
    const move = plannedMove(this.selection);
    if (move === null) {
      this.offers.clear();
      this.offers.say(emptyHint(this.selection));
      return;
    }
    const what = offerInWords(view, move);
    if (this.planned) {
      this.offers.say(_("On your turn: %(what)s.", { what }));
      this.offers.choose({ label: _("Take it back"), act: () => this.putBack() });
    } else {
      this.offers.say("");
      this.offers.choose({ label: _("On my turn: %(what)s", { what }), act: () => this.leave(move) });
    }
  }

  /** @param {Casino.Move} move */
  leave(move) {
    this.planned = move.kind;
    this.consider();
  }

  /** @param {Options} options */
  hearOptions({ request, moves, why, goes_with: lights }) {
    if (!this.view || request !== this.request || this.isWaiting) return;
    this.lights = this.preferences.has("lights") ? (lights ?? null) : null;
    const left = this.planned === null ? undefined : moves.find(({ move }) => move.kind === this.planned);
    this.planned = null;
    this.onChange();
    if (left) {
      this.play(left.move);
      return;
    }
    this.offers.offer(this.view, moves);
    if (moves.length === 0) this.offers.say(why ?? emptyHint(this.selection));
  }

  // One's own play is sent at once, or, where it is wanted so, when it was looked at once more.
  /** @param {Casino.Move} move */
  choose(move) {
    if (!this.view || this.isWaiting) return;
    if (!this.preferences.has("confirm")) {
      this.play(move);
      return;
    }
    this.offers.say("");
    this.offers.choose(
      { label: _("Play it: %(what)s", { what: offerInWords(this.view, move) }), act: () => this.play(move) },
      { label: _("Take it back"), act: () => this.consider() },
    );
  }

  /** @param {Casino.Move} move */
  play(move) {
    if (!this.view || this.isWaiting) return;
    const id = crypto.randomUUID();
    this.playing = id;
    this.isFocusLost = true;
    this.link().command({ type: "move", command_id: id, version: this.view.version, move });
    this.offers.clear();
    this.offers.say(_("Sending: %(what)s…", { what: offerInWords(this.view, move) }));
    // What has not left the page can be taken back.
    if (!this.link().pending.get(id)?.isSent) this.offers.choose({ label: _("Take it back"), act: () => this.withdraw(id) });
  }

  /** @param {string} id */
  withdraw(id) {
    if (!this.link().withdraw(id)) return;
    this.playing = null;
    this.consider();
  }

  /** @param {string} id */
  accepted(id) {
    if (id === this.playing) this.playing = null;
  }

  /** @param {Casino.Problem} problem */
  refused(problem) {
    this.isFocusLost = false;
    if (problem.command_id && problem.command_id === this.playing) this.playing = null;
    if (!this.view || this.view.status === "waiting") return;
    this.offers.clear();
    this.offers.refuse(problem.detail);
    // What this page shows is old news: the hint of what came after it was lost.
    if (problem.code === "stale") this.link().reconnect();
    else this.consider();
  }

  // The button of the move is gone with the move: who plays by the keyboard goes on in the hand.
  /** @param {HTMLElement} table */
  refocus(table) {
    if (!this.isFocusLost || !this.view || !isYourTurn(this.view)) return;
    const focused = document.activeElement;
    const isElsewhere = focused !== null && focused !== document.body && !this.offers.node.contains(focused);
    const card = table.querySelector(".hand button");
    if (isElsewhere || !(card instanceof HTMLElement)) return;
    this.isFocusLost = false;
    card.focus({ preventScroll: true });
  }
}
