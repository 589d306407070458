// The socket of one match: joins, follows, comes back. The log is the truth, so whatever was missed
// is asked for again with `after`; a command without an answer is sent again under the same id.

const FINAL_CODES = new Set([4400, 4401, 4404]);
const CONNECTING = 0;
const ANSWERS = new Set(["accepted", "refused", "options", "pong", "presence", "said"]);
const LONGEST_DELAY = 15_000;
// A pong brings what a lost hint did not: a table is never further behind than this.
const PING_EVERY = 15_000;
const SILENCE_LIMIT = 40_000;
// A server that gives a pulse does so every other second: without one for so long, the line is not what it was.
const PULSE_LIMIT = 2800;
const ANSWER_LIMIT = 2800;
// So long after that another line is tried.
const PATIENCE = 5000;
const OPENING_LIMIT = 8000;
const LOOK_EVERY = 200;

/** @typedef {"live" | "slow" | "away" | "offline" | "gone"} LinkState */
/** @typedef {{ type: string, [field: string]: unknown }} Question */
/** @typedef {Question & { command_id: string }} Command */
/** @typedef {{ frame: Command, since: number, isSent: boolean }} Pending */
/**
 * @typedef {object} Hooks
 * @property {() => number | null} version the last version seen
 * @property {(frame: { data: Casino.View }) => void} onSnapshot
 * @property {(frame: Casino.Frame) => void} onFact
 * @property {(frame: { type: string, data: any }) => void} onAnswer
 * @property {(state: LinkState) => void} onStatus
 * @property {(pulse: { at: string, lag: number | null }) => void} [onPulse] who has it asks the server for a pulse
 */

export class MatchLink {
  /** @type {Map<string, Pending>} */
  pending = new Map();
  failures = 0;
  heardAt = 0;
  isOver = false;
  /** Whether the server gives a pulse on this connection. */
  hasPulse = false;
  startedAt = 0;
  /** @type {LinkState | null} */
  state = null;
  /** @type {ReturnType<typeof setTimeout> | null} */
  coming = null;

  /** @param {string} url @param {Hooks} hooks */
  constructor(url, hooks) {
    this.url = url;
    this.hooks = hooks;
    this.socket = this.connect();
    this.timers = [setInterval(() => this.keepAlive(), PING_EVERY), setInterval(() => this.look(), LOOK_EVERY)];
    globalThis.addEventListener?.("offline", this.onOffline);
    globalThis.addEventListener?.("online", this.onOnline);
  }

  onOffline = () => {
    if (this.isOver) return;
    this.letGo();
    this.say("offline");
  };

  onOnline = () => {
    if (this.isOver) return;
    this.failures = 0;
    this.letGo();
    this.comeBack();
  };

  connect() {
    this.startedAt = Date.now();
    const fresh = new WebSocket(this.url);
    // What a line that was let go still says is not heard.
    const ours = (/** @type {() => void} */ act) => fresh === this.socket && act();
    fresh.addEventListener("open", () => ours(() => this.join()));
    fresh.addEventListener("message", (event) => ours(() => this.receive(JSON.parse(event.data))));
    fresh.addEventListener("close", (event) => ours(() => this.closed(event.code)));
    return fresh;
  }

  comeBack() {
    this.coming = null;
    if (!this.isOver) this.socket = this.connect();
  }

  join() {
    this.heardAt = Date.now();
    this.hasPulse = false;
    const after = this.hooks.version();
    /** @type {Question} */
    const frame = after === null ? { type: "join" } : { type: "join", after };
    this.send(this.hooks.onPulse ? { ...frame, pulse: true } : frame);
    for (const one of this.pending.values()) this.write(one);
    this.say("live");
  }

  /** @param {any} frame */
  receive(frame) {
    this.failures = 0;
    this.heardAt = Date.now();
    if (frame.type === "pulse") this.pulse(frame);
    else if (frame.type === "snapshot") this.hooks.onSnapshot(frame);
    else if (ANSWERS.has(frame.type)) this.answer(frame);
    else this.hooks.onFact(frame);
    this.look();
  }

  /** @param {any} frame */
  pulse(frame) {
    this.hasPulse = true;
    this.send({ type: "pulse", n: frame.data.n });
    this.hooks.onPulse?.({ at: frame.at, lag: frame.data.lag });
  }

  /** @param {any} frame */
  answer(frame) {
    if (frame.data?.command_id) this.pending.delete(frame.data.command_id);
    this.hooks.onAnswer(frame);
  }

  /** @param {number} code */
  closed(code) {
    if (this.isOver) return;
    if (FINAL_CODES.has(code)) {
      this.end();
      this.say("gone");
      return;
    }
    this.say(isOffline() ? "offline" : "away");
    this.coming = setTimeout(() => this.comeBack(), delay(this.failures));
    this.failures += 1;
  }

  // Forgets the line, whatever becomes of it; one that is frozen would not even close.
  letGo() {
    if (this.coming !== null) clearTimeout(this.coming);
    this.coming = null;
    const old = this.socket;
    this.socket = /** @type {WebSocket} */ ({ readyState: 3 });
    old.close?.();
  }

  // Says what the line is like, and takes another where nothing comes on this one.
  look() {
    if (this.isOver) return;
    if (this.socket.readyState === CONNECTING && Date.now() - this.startedAt > OPENING_LIMIT) this.tryAnother();
    if (this.socket.readyState !== WebSocket.OPEN) return;
    const silent = Math.max(this.hasPulse ? Date.now() - this.heardAt - PULSE_LIMIT : 0, this.waitedFor() - ANSWER_LIMIT);
    if (silent > PATIENCE) this.tryAnother();
    else this.say(silent > 0 ? "slow" : "live");
  }

  tryAnother() {
    this.letGo();
    this.say("away");
    for (const one of this.pending.values()) one.since = Date.now();
    this.comeBack();
  }

  // How long the oldest command has been without an answer.
  waitedFor() {
    const since = [...this.pending.values()].map((one) => one.since);
    return since.length > 0 ? Date.now() - Math.min(...since) : 0;
  }

  /** @param {LinkState} state */
  say(state) {
    if (state === this.state) return;
    this.state = state;
    this.hooks.onStatus(state);
  }

  // A laptop that slept holds a socket that looks open and is not.
  keepAlive() {
    if (this.isOver || this.socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heardAt > SILENCE_LIMIT) this.socket.close();
    else this.send({ type: "ping" });
  }

  /** @param {Question} frame */
  send(frame) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** @param {Pending} one */
  write(one) {
    one.isSent = this.send(one.frame) || one.isSent;
  }

  // A command is kept until it is answered.
  /** @param {Command} frame */
  command(frame) {
    const one = { frame, since: Date.now(), isSent: false };
    this.pending.set(frame.command_id, one);
    this.write(one);
  }

  // Takes a command back that has not left the page; false where it has.
  /** @param {string} id */
  withdraw(id) {
    const one = this.pending.get(id);
    if (!one || one.isSent) return false;
    return this.pending.delete(id);
  }

  reconnect() {
    this.socket.close?.();
  }

  end() {
    this.isOver = true;
    for (const timer of this.timers) clearInterval(timer);
    globalThis.removeEventListener?.("offline", this.onOffline);
    globalThis.removeEventListener?.("online", this.onOnline);
  }

  close() {
    this.end();
    this.socket.close?.();
  }
}

/** @param {string} url @param {Hooks} hooks */
export function openLink(url, hooks) {
  return new MatchLink(url, hooks);
}

function isOffline() {
  return globalThis.navigator?.onLine === false;
}

// Full jitter: a restarted server is not met by everybody at once.
/** @param {number} failures @param {number} chance from 0 to 1 @returns {number} milliseconds */
export function delay(failures, chance = Math.random()) {
  return 250 + chance * Math.min(LONGEST_DELAY, 500 * 2 ** failures);
}

/** @param {string | undefined} path @param {string} page the address of the page */
export function socketUrl(path, page = location.href) {
  if (!path) throw new TypeError("The page names no socket.");
  return new URL(path, page.replace(/^http/u, "ws")).href;
}
