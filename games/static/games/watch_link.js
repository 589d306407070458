// One socket for all that a page looks on at: follows and unfollows streams, comes back where it left off, and costs
// nothing while nobody looks at the page.

import { delay, socketUrl } from "./match_link.js";

const ADDRESS = "/ws/watch/";
const FINAL_CODES = new Set([4400, 4401, 4404]);
// A page that has been hidden for so long hangs up; when it is looked at again, it gets what it missed.
const HIDDEN_FOR = 15_000;
const PING_EVERY = 15_000;
const SILENCE_LIMIT = 40_000;
// What is refused may be open later.
const ASK_AGAIN = 10_000;
const OPEN = 1;

/** @typedef {"live" | "away" | "asleep" | "gone"} WatchState */
/**
 * @typedef {object} Watcher
 * @property {() => number | null} version the last version seen
 * @property {(frame: Casino.Frame) => void} onFrame a snapshot or a fact
 * @property {(problem: { code: string }) => void} [onRefused]
 * @property {(data: { watching: number }) => void} [onPresence]
 * @property {(state: WatchState) => void} [onStatus]
 */

export class WatchLink {
  /** @type {Map<string, Watcher>} by the name of the stream */
  watchers = new Map();
  /** @type {Set<string>} */
  told = new Set();
  /** @type {WebSocket | null} */
  socket = null;
  isJoined = false;
  isAsleep = false;
  failures = 0;
  heardAt = 0;
  /** How many frames this page has been told; for who looks whether one socket does for all. */
  frames = 0;
  /** @type {ReturnType<typeof setTimeout> | null} */
  coming = null;
  /** @type {ReturnType<typeof setTimeout> | null} */
  sleeping = null;
  isAsking = false;

  constructor(url = socketUrl(ADDRESS)) {
    this.url = url;
    setInterval(() => this.keepAlive(), PING_EVERY);
    document.addEventListener("visibilitychange", () => this.looked());
  }

  /** @param {string} name @param {Watcher} watcher */
  watch(name, watcher) {
    this.watchers.set(name, watcher);
    this.askSoon();
  }

  /** @param {string} name @param {Watcher} watcher */
  leave(name, watcher) {
    if (this.watchers.get(name) !== watcher) return;
    this.watchers.delete(name);
    this.askSoon();
  }

  // Asks for the stream from its beginning: what was told did not follow what is known.
  /** @param {string} name */
  again(name) {
    if (this.told.delete(name)) this.send({ type: "unfollow", streams: [name] });
    this.askSoon();
  }

  // What a page does in one go is one frame.
  askSoon() {
    if (this.isAsking) return;
    this.isAsking = true;
    queueMicrotask(() => {
      this.isAsking = false;
      this.ask();
    });
  }

  ask() {
    if (this.isAsleep) return;
    if (this.watchers.size > 0 && !this.socket && this.coming === null) this.connect();
    if (!this.isJoined) return;
    const gone = [...this.told].filter((name) => !this.watchers.has(name));
    if (gone.length > 0) this.send({ type: "unfollow", streams: gone });
    for (const name of gone) this.told.delete(name);
    const fresh = [...this.watchers].filter(([name]) => !this.told.has(name));
    if (fresh.length > 0) {
      const streams = Object.fromEntries(fresh.map(([name, watcher]) => [name, watcher.version()]));
      this.send({ type: "follow", streams, pulse: true });
    }
    for (const [name] of fresh) this.told.add(name);
  }

  connect() {
    this.coming = null;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    const ours = (/** @type {() => void} */ act) => socket === this.socket && act();
    socket.addEventListener("open", () => ours(() => this.send({ type: "join" })));
    socket.addEventListener("message", (event) => ours(() => this.hear(JSON.parse(event.data))));
    socket.addEventListener("close", (event) => ours(() => this.closed(event.code)));
  }

  /** @param {any} frame */
  hear(frame) {
    this.heardAt = Date.now();
    this.failures = 0;
    if (frame.type === "joined") {
      this.isJoined = true;
      this.say("live");
      this.ask();
    } else if (frame.stream) this.tell(frame);
    else if (frame.type === "refused" && frame.data.stream) this.refused(frame.data);
  }

  /** @param {any} frame */
  tell(frame) {
    const watcher = this.watchers.get(frame.stream);
    if (!watcher) return;
    this.frames += 1;
    if (frame.type === "presence") watcher.onPresence?.(frame.data);
    else watcher.onFrame(frame);
  }

  /** @param {{ stream: string, code: string }} data */
  refused(data) {
    this.watchers.get(data.stream)?.onRefused?.(data);
    setTimeout(() => {
      this.told.delete(data.stream);
      this.ask();
    }, ASK_AGAIN);
  }

  /** @param {number} code */
  closed(code) {
    this.hangUp();
    if (FINAL_CODES.has(code)) {
      this.say("gone");
      return;
    }
    this.say("away");
    this.comeBack();
  }

  comeBack() {
    if (this.coming !== null || this.isAsleep) return;
    this.coming = setTimeout(() => this.connect(), delay(this.failures));
    this.failures += 1;
  }

  hangUp() {
    const socket = this.socket;
    this.socket = null;
    this.isJoined = false;
    this.told.clear();
    socket?.close();
  }

  looked() {
    if (this.sleeping !== null) clearTimeout(this.sleeping);
    this.sleeping = document.hidden ? setTimeout(() => this.sleep(), HIDDEN_FOR) : null;
    if (!document.hidden && this.isAsleep) this.wake();
  }

  sleep() {
    this.isAsleep = true;
    if (this.coming !== null) clearTimeout(this.coming);
    this.coming = null;
    this.hangUp();
    this.say("asleep");
  }

  wake() {
    this.isAsleep = false;
    this.failures = 0;
    this.ask();
  }

  // A laptop that slept holds a socket that looks open and is not.
  keepAlive() {
    if (!this.socket || this.socket.readyState !== OPEN) return;
    if (Date.now() - this.heardAt > SILENCE_LIMIT) this.closed(1006);
    else if (this.isJoined) this.send({ type: "ping" });
  }

  /** @param {WatchState} state */
  say(state) {
    for (const watcher of this.watchers.values()) watcher.onStatus?.(state);
  }

  /** @param {object} frame */
  send(frame) {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(frame));
  }
}

/** @type {WatchLink | null} */
let own = null;

// That of the page.
export function watchLink() {
  own ??= new WatchLink();
  return own;
}
