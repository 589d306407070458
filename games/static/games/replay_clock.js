// Plays a replay by itself: a step after a pause, as fast as is wished, until its end.

import { el, setAttributes, setText } from "./dom.js";
import { _ } from "./language.js";

// The pause after a play, in milliseconds; after the end of a deal it is twice as long.
export const PAUSES = [4000, 2000, 1000, 400, 150];
const USUAL = 2;

export class ReplayClock {
  pace = USUAL;
  /** @type {ReturnType<typeof setTimeout> | null} */
  due = null;

  // `onStep` takes a step and answers how long it wants to be seen, in pauses; 0 at the end.
  /** @param {() => number} onStep @param {() => boolean} isAtEnd @param {() => void} restart */
  constructor(onStep, isAtEnd, restart) {
    this.onStep = onStep;
    this.isAtEnd = isAtEnd;
    this.restart = restart;
    this.button = el("button", { type: "button", class: "button button--main steps__play", onclick: () => this.toggle() });
    const paces = [_("very slow"), _("slow"), _("usual"), _("fast"), _("very fast")].map((name, pace) =>
      el("option", { value: pace, selected: pace === USUAL }, name),
    );
    this.choice = el("select", { class: "steps__pace", "aria-label": _("Speed") }, ...paces);
    this.choice.addEventListener("change", () => this.setPace(Number(this.choice.value)));
    this.show();
  }

  get isPlaying() {
    return this.due !== null;
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    if (this.isAtEnd()) this.restart();
    this.wait(0.4);
  }

  pause() {
    if (this.due !== null) clearTimeout(this.due);
    this.due = null;
    this.show();
  }

  /** @param {number} pace */
  setPace(pace) {
    this.pace = Math.max(0, Math.min(pace, PAUSES.length - 1));
    this.choice.value = String(this.pace);
    if (this.isPlaying) this.wait(1);
  }

  /** @param {number} pauses */
  wait(pauses) {
    if (this.due !== null) clearTimeout(this.due);
    this.due = setTimeout(() => this.step(), pauses * PAUSES[this.pace]);
    this.show();
  }

  step() {
    const pauses = this.onStep();
    if (pauses > 0) this.wait(pauses);
    else this.pause();
  }

  show() {
    const name = this.isPlaying ? _("Pause") : _("Play");
    setText(this.button, name);
    setAttributes(this.button, { "data-playing": this.isPlaying, "aria-keyshortcuts": "Space" });
  }
}
