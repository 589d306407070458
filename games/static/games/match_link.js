// The socket of one match: joins, follows, comes back. The log is the truth, so whatever was missed
// is asked for again with `after`; a command without an answer is sent again under the same id.

const FINAL_CODES = new Set([4400, 4401, 4404]);
const ANSWERS = new Set(["accepted", "refused", "options", "pong"]);
const LONGEST_DELAY = 15_000;
// A pong brings what a lost hint did not: a table is never further behind than this.
const PING_EVERY = 15_000;
const SILENCE_LIMIT = 40_000;

/** @typedef {"live" | "away" | "gone"} LinkState */
/** @typedef {{ type: string, [field: string]: unknown }} Question */
/** @typedef {Question & { command_id: string }} Command */
/**
 * @typedef {object} Hooks
 * @property {() => number | null} version the last version seen
 * @property {(frame: { data: Casino.View }) => void} onSnapshot
 * @property {(frame: Casino.Frame) => void} onFact
 * @property {(frame: { type: string, data: any }) => void} onAnswer
 * @property {(state: LinkState) => void} onStatus
 */

/** @param {string} url @param {Hooks} hooks */
export function openLink(url, hooks) {
  /** @type {Map<string, Command>} */
  const pending = new Map();
  let failures = 0;
  let heardAt = 0;
  let isOver = false;
  let socket = connect();
  const pulse = setInterval(keepAlive, PING_EVERY);

  function connect() {
    const fresh = new WebSocket(url);
    fresh.addEventListener("open", join);
    fresh.addEventListener("message", (event) => receive(JSON.parse(event.data)));
    fresh.addEventListener("close", (event) => closed(event.code));
    return fresh;
  }

  function comeBack() {
    if (!isOver) socket = connect();
  }

  function join() {
    heardAt = Date.now();
    const after = hooks.version();
    write(after === null ? { type: "join" } : { type: "join", after });
    for (const frame of pending.values()) write(frame);
    hooks.onStatus("live");
  }

  /** @param {any} frame */
  function receive(frame) {
    failures = 0;
    heardAt = Date.now();
    if (frame.type === "snapshot") hooks.onSnapshot(frame);
    else if (ANSWERS.has(frame.type)) answer(frame);
    else hooks.onFact(frame);
  }

  /** @param {any} frame */
  function answer(frame) {
    if (frame.data?.command_id) pending.delete(frame.data.command_id);
    hooks.onAnswer(frame);
  }

  /** @param {number} code */
  function closed(code) {
    if (isOver) return;
    if (FINAL_CODES.has(code)) {
      isOver = true;
      hooks.onStatus("gone");
      return;
    }
    hooks.onStatus("away");
    setTimeout(comeBack, delay(failures));
    failures += 1;
  }

  /** @param {Question} frame */
  function write(frame) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  // A laptop that slept holds a socket that looks open and is not.
  function keepAlive() {
    if (isOver || socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heardAt > SILENCE_LIMIT) socket.close();
    else write({ type: "ping" });
  }

  return {
    send: write,
    // A command is kept until it is answered.
    /** @param {Command} frame */
    command(frame) {
      pending.set(frame.command_id, frame);
      write(frame);
    },
    reconnect() {
      socket.close();
    },
    close() {
      isOver = true;
      clearInterval(pulse);
      socket.close();
    },
  };
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
