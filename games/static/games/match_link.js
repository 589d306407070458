// The socket of one match: joins, follows, comes back. The log is the truth, so whatever was missed
// is asked for again with `after`; a command without an answer is sent again under the same id.

const FINAL_CODES = new Set([4400, 4401, 4404]);
const ANSWERS = new Set(["accepted", "refused", "options", "pong"]);
const LONGEST_DELAY = 15_000;
// A pong brings what a lost hint did not: a table is never further behind than this.
const PING_EVERY = 15_000;
const SILENCE_LIMIT = 40_000;

// `hooks`: version() → the last version seen or null; onSnapshot, onFact, onAnswer take a frame;
// onStatus takes "live", "away" or "gone".
export function openLink(url, hooks) {
  const pending = new Map();
  let socket = null;
  let failures = 0;
  let heardAt = 0;
  let isOver = false;

  function connect() {
    socket = new WebSocket(url);
    socket.addEventListener("open", join);
    socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => closed(event.code));
  }

  function join() {
    heardAt = Date.now();
    const after = hooks.version();
    write(after === null ? { type: "join" } : { type: "join", after });
    for (const frame of pending.values()) write(frame);
    hooks.onStatus("live");
  }

  function receive(frame) {
    failures = 0;
    heardAt = Date.now();
    if (frame.type === "snapshot") hooks.onSnapshot(frame);
    else if (ANSWERS.has(frame.type)) answer(frame);
    else hooks.onFact(frame);
  }

  function answer(frame) {
    if (frame.data?.command_id) pending.delete(frame.data.command_id);
    hooks.onAnswer(frame);
  }

  function closed(code) {
    if (isOver) return;
    if (FINAL_CODES.has(code)) {
      isOver = true;
      hooks.onStatus("gone");
      return;
    }
    hooks.onStatus("away");
    setTimeout(connect, delay(failures++));
  }

  // Full jitter: a restarted server is not met by everybody at once.
  function delay(times) {
    return 250 + Math.random() * Math.min(LONGEST_DELAY, 500 * 2 ** times);
  }

  function write(frame) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  // A laptop that slept holds a socket that looks open and is not.
  function keepAlive() {
    if (isOver || socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heardAt > SILENCE_LIMIT) socket.close();
    else write({ type: "ping" });
  }

  connect();
  const pulse = setInterval(keepAlive, PING_EVERY);
  return {
    send: write,
    // A command is kept until it is answered.
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

export function socketUrl(path) {
  return new URL(path, location.href.replace(/^http/, "ws")).href;
}
