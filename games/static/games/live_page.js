// Keeps a page true while it is open: when the tournament's socket says that something happened, and every
// few seconds where the page asks for it, the page is fetched again and its [data-live] parts replaced.
// The server's templates stay the only thing that knows how a page looks.

import { all, one } from "./dom.js";
import { socketUrl } from "./match_link.js";

// A script of the page says by this event that something has happened.
const LIVE_REFRESH = "live-refresh";
const LEAST_PAUSE = 1200;
const RETRY_AFTER = 3000;
const LEAVING = 10_000;

class LivePage {
  /** @type {Map<string, string>} what each part was when it was last put there */
  known = new Map();
  /** @type {ReturnType<typeof setTimeout> | null} the refresh that is to come */
  due = null;
  leftAt = -LEAVING;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    for (const part of partsOf(document)) this.known.set(part.id, plain(part));
    const { liveSocket, liveEvery } = root.dataset;
    if (liveSocket) this.follow(socketUrl(liveSocket));
    if (liveEvery) setInterval(() => this.refreshSoon(), Number(liveEvery) * 1000);
    document.addEventListener(LIVE_REFRESH, () => this.refreshSoon(0));
    document.addEventListener("visibilitychange", () => this.refreshSoon(0));
    addEventListener("beforeunload", () => {
      this.leftAt = performance.now();
    });
  }

  /** @param {string} url */
  follow(url) {
    const socket = new WebSocket(url);
    let isFirst = true;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "join" })));
    socket.addEventListener("message", () => {
      // The first frame is the snapshot: the page may have been rendered just before something happened.
      this.refreshSoon(isFirst ? 0 : LEAST_PAUSE);
      isFirst = false;
    });
    socket.addEventListener("close", (event) => {
      if (event.code < 4400) setTimeout(() => this.follow(url), RETRY_AFTER * (0.5 + Math.random()));
    });
  }

  // Many facts at once are one refresh, and many readers do not come in the same moment.
  refreshSoon(pause = LEAST_PAUSE) {
    if (this.due !== null || document.hidden) return;
    this.due = setTimeout(() => this.refresh(), pause * (0.5 + Math.random()));
  }

  async refresh() {
    this.due = null;
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    // A page that is made of other parts now is taken as it is: the stage has begun, or the next one has.
    const shape = fresh.querySelector("main")?.dataset.liveShape;
    if (shape === this.root.dataset.liveShape) for (const part of partsOf(fresh)) this.replace(part);
    else this.reload();
  }

  // Not while somebody is on the way to another page, or their form to us: that would call them back.
  reload() {
    if (performance.now() - this.leftAt < LEAVING) this.refreshSoon(LEAVING);
    else location.reload();
  }

  /** @param {HTMLElement} part */
  replace(part) {
    const current = document.getElementById(part.id);
    const html = plain(part);
    // A form that is being filled in is left alone.
    if (!current || this.known.get(part.id) === html || current.querySelector("details[open]")) return;
    this.known.set(part.id, html);
    const focused = current.contains(document.activeElement) ? document.activeElement : null;
    current.replaceWith(document.adoptNode(part));
    if (focused) refocus(part, focused);
  }
}

/** @param {HTMLElement} part @param {Element} focused */
function refocus(part, focused) {
  const twin = all(part, "a, button").find(
    (node) => node.textContent === focused.textContent && node.getAttribute("href") === focused.getAttribute("href"),
  );
  twin?.focus({ preventScroll: true });
}

/** @param {Document} root */
function partsOf(root) {
  return /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-live][id]"));
}

// The form token differs at every rendering and says nothing.
/** @param {HTMLElement} part */
function plain(part) {
  return part.outerHTML.replaceAll(/name="csrfmiddlewaretoken" value="[^"]*"/gu, "");
}

new LivePage(one(document, "main"));
