// Where one waits for players: says every few seconds that one is still there, goes to the table when the match
// has begun, and offers a bot to who has waited long enough.

import { one } from "../games/dom.js";
import { _ } from "../games/language.js";

const EVERY = 2500;
const LONGEST = 20_000;

class Waiting {
  failures = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.status = one(root, "[data-status]");
    this.seated = root.querySelectorAll(".chairs li:not(.chairs__free)").length;
    setTimeout(() => this.offer(), Number(root.dataset.offerAfter) * 1000);
    this.link();
    this.ask();
  }

  offer() {
    const offer = this.root.querySelector("[data-offer]");
    if (offer instanceof HTMLElement) offer.hidden = false;
  }

  link() {
    const input = this.root.querySelector("#link");
    if (!(input instanceof HTMLInputElement)) return;
    const copy = one(this.root, "[data-copy]");
    const share = one(this.root, "[data-share]");
    copy.hidden = false;
    copy.addEventListener("click", () => this.copy(input, copy));
    input.addEventListener("focus", () => input.select());
    share.hidden = typeof navigator.share !== "function";
    share.addEventListener("click", () => {
      navigator.share({ title: _("Casino at Good Ten"), url: input.value }).catch(() => {});
    });
  }

  /** @param {HTMLInputElement} input @param {HTMLElement} button */
  async copy(input, button) {
    input.select();
    try {
      await navigator.clipboard.writeText(input.value);
    } catch {
      document.execCommand("copy");
    }
    button.textContent = _("Copied");
  }

  async ask() {
    const answer = await this.here();
    if (answer === null) this.failures += 1;
    else this.failures = 0;
    if (answer && this.follow(answer)) return;
    setTimeout(() => this.ask(), Math.min(LONGEST, EVERY * 2 ** this.failures));
  }

  /** @returns {Promise<Casino.WaitingTable | null>} */
  async here() {
    try {
      const headers = { "X-CSRFToken": one(document, "[name=csrfmiddlewaretoken]", HTMLInputElement).value };
      const answer = await fetch(this.root.dataset.here ?? "", { method: "POST", headers });
      if (answer.status === 403 || answer.status === 404) location.reload();
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  // Whether there is nothing more to wait for.
  /** @param {Casino.WaitingTable} table */
  follow(table) {
    if (table.match !== null) {
      document.title = _("Your table is ready");
      location.replace(`/matches/${table.match}/`);
      return true;
    }
    if (table.state === "ended") {
      location.reload();
      return true;
    }
    const seated = table.seats.filter((seat) => seat.player !== null && seat.waits_for === null).length;
    // Somebody sat down, or stood up: the server's page knows how that looks.
    if (seated !== this.seated) location.reload();
    return seated !== this.seated;
  }
}

new Waiting(one(document, "main"));
