// Says that it is the reader's turn, and when its time is short: in the title, by sound, by vibration, by a notification
// while the page is in the background, and to screen readers.

import { _ } from "./language.js";
import { el, setText } from "./dom.js";
import { isYourTurn } from "./match_state.js";
import { createSounds } from "./sounds.js";

/** @typedef {import("./preferences.js").Preferences} Preferences */

const LAST_SECONDS = 10;
// Seconds are spoken now and then: a screen reader takes its time for each.
const SPOKEN = new Set([10, 5]);

export class TurnAlerts {
  /** @type {Casino.View | null} */
  view = null;
  title = document.title;
  sounds = createSounds();
  /** @type {number | null} the seconds that were told last */
  told = null;
  speech = el("p", { class: "visually-hidden", "aria-live": "assertive" });

  /** @param {HTMLElement} page @param {Preferences} preferences */
  constructor(page, preferences) {
    this.preferences = preferences;
    page.append(this.speech);
  }

  /** @param {Casino.View} view */
  follow(view) {
    const before = this.view;
    this.view = view;
    const isNow = isYourTurn(view);
    const wasNow = before !== null && isYourTurn(before);
    document.title = isNow ? `▶ ${_("Your turn")} · ${this.title}` : this.title;
    if (isNow && !(wasNow && before?.last_play === view.last_play)) this.begin(view, before === null);
    else if (before && view.last_play && before.last_play !== view.last_play) this.sound("card");
    if (before && before.status !== "finished" && view.status === "finished") this.sound("end");
    if (!isNow) this.say("");
  }

  // `isFirst`: the page was just opened; it need not call its reader to it.
  /** @param {Casino.View} view @param {boolean} isFirst */
  begin(view, isFirst) {
    this.told = null;
    this.say(_("Your turn"));
    if (isFirst) return;
    this.sound("turn");
    if (this.preferences.has("vibration")) navigator.vibrate?.(80);
    if (document.hidden && this.preferences.has("notices")) notify(view, this.title);
  }

  // Called often: tells each of the last seconds once.
  /** @param {number | null} seconds */
  tick(seconds) {
    if (!this.view || !isYourTurn(this.view) || seconds === null || seconds > LAST_SECONDS || seconds === this.told) return;
    this.told = seconds;
    if (SPOKEN.has(seconds)) this.say(_("%(seconds)s seconds left", { seconds }));
    if (seconds > 0) this.sound("hurry");
  }

  /** @param {string} words */
  say(words) {
    setText(this.speech, words);
  }

  /** @param {import("./sounds.js").Sound} sound */
  sound(sound) {
    if (this.preferences.has("sound")) this.sounds.play(sound);
  }
}

/** @param {Casino.View} view @param {string} title */
function notify(view, title) {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(_("Your turn"), { body: title, tag: view.match });
    notice.addEventListener("click", () => {
      focus();
      notice.close();
    });
  } catch {
    // Some phones show notifications of service workers only.
  }
}
