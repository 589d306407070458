// The bar above a table: how it is connected, who looks on, the tools; and what calls its reader.

import { one, setText } from "./dom.js";
import { createMatchTools } from "./match_tools.js";
import { browserPreferences } from "./preferences.js";
import { createSayings, sayingInWords, showSaying } from "./sayings.js";
import { listenToKeys, nameKeys } from "./table_keys.js";
import { TakeBack } from "./take_back.js";
import { TurnAlerts } from "./turn_alerts.js";
import { linkInWords, watchingInWords } from "./words.js";

export class MatchBar {
  preferences = browserPreferences();
  /** @type {TakeBack | null} */
  takeBack = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.isSeated = "seated" in root.dataset;
    this.status = one(root, "[data-status]");
    this.watching = one(root, "[data-watching]");
    this.place = one(root, "[data-tools]");
    this.tools = createMatchTools(this.place, root, this.preferences, this.isSeated);
    this.alerts = new TurnAlerts(root, this.preferences);
  }

  /** @param {Pick<import("./table_keys.js").Hands, "table" | "press" | "putBack">} hands */
  listenToKeys(hands) {
    listenToKeys({ ...hands, tools: this.tools, isOn: () => this.isSeated && this.preferences.has("keys") });
  }

  /** @param {(what: string) => void} onSay */
  offerSayings(onSay) {
    if (this.isSeated) createSayings(this.place, onSay);
  }

  /** @param {HTMLElement} root @param {(frame: import("./take_back.js").Command) => void} command */
  offerTakeBack(root, command) {
    this.takeBack = new TakeBack(root, command);
  }

  /** @param {HTMLElement} table @param {{ seat: number, what: string }} said */
  hearSaying(table, { seat, what }) {
    const words = sayingInWords(what);
    if (words !== null && this.preferences.has("sayings")) showSaying(table, seat, words);
  }

  /** @param {HTMLElement} table */
  nameKeys(table) {
    nameKeys(table, this.preferences.has("keys"));
  }

  /** @param {Casino.View} view */
  follow(view) {
    this.alerts.follow(view);
    this.takeBack?.follow(view);
  }

  /** @param {number | null} seconds what the one on turn has left */
  tick(seconds) {
    this.alerts.tick(seconds);
  }

  /** @param {number} watching */
  count(watching) {
    setText(this.watching, watching > 0 ? watchingInWords(watching) : "");
  }

  /** @param {import("./match_link.js").LinkState} state */
  showStatus(state) {
    setText(this.status, linkInWords(state));
  }
}
