// One socket for all that a page looks on at.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

/** @type {FakeSocket[]} */
let opened = [];
/** @type {Record<string, () => void>} */
let listeners = {};
const page = { hidden: false };

class FakeSocket {
  static OPEN = 1;
  readyState = 1;
  /** @type {any[]} */
  said = [];
  /** @type {Record<string, (event: any) => void>} */
  on = {};

  /** @param {string} url */
  constructor(url) {
    this.url = url;
    opened.push(this);
  }

  /** @param {string} type @param {(event: any) => void} act */
  addEventListener(type, act) {
    this.on[type] = act;
  }

  /** @param {string} text */
  send(text) {
    this.said.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  /** @param {object} frame */
  tells(frame) {
    this.on.message({ data: JSON.stringify(frame) });
  }
}

/** @param {number | null} first the version that it knows */
function watcher(first = null) {
  let version = first;
  /** @type {string[]} */
  const heard = [];
  return {
    heard,
    version: () => version,
    onFrame: (/** @type {any} */ frame) => {
      heard.push(frame.type);
      version = frame.version;
    },
  };
}

/** @param {object} more */
function define(more) {
  for (const [name, value] of Object.entries(more)) Object.defineProperty(globalThis, name, { configurable: true, value });
}

beforeEach(() => {
  opened = [];
  listeners = {};
  page.hidden = false;
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  define({
    WebSocket: FakeSocket,
    document: { get hidden() { return page.hidden; }, addEventListener: (/** @type {string} */ type, /** @type {() => void} */ act) => { listeners[type] = act; } },
  });
});
afterEach(() => mock.timers.reset());

async function link() {
  const { WatchLink } = await import("../../games/static/games/watch_link.js");
  return new WatchLink("ws://here/ws/watch/");
}

test("what a page follows in one go is one frame on one socket", async () => {
  const own = await link();
  own.watch("match/1", watcher());
  own.watch("match/2", watcher(7));
  await Promise.resolve();
  const [socket] = opened;
  socket.on.open({});
  socket.tells({ type: "joined", data: {} });
  assert.equal(opened.length, 1);
  assert.deepEqual(socket.said, [
    { type: "join" },
    { type: "follow", streams: { "match/1": null, "match/2": 7 }, pulse: true },
  ]);
});

test("each stream's frames go to who watches it, and to nobody once they have left", async () => {
  const own = await link();
  const one = watcher();
  own.watch("match/1", one);
  await Promise.resolve();
  opened[0].tells({ type: "joined", data: {} });
  opened[0].tells({ type: "card_played", stream: "match/1", version: 3 });
  own.leave("match/1", one);
  await Promise.resolve();
  opened[0].tells({ type: "card_played", stream: "match/1", version: 4 });
  assert.deepEqual(one.heard, ["card_played"]);
  assert.deepEqual(opened[0].said.at(-1), { type: "unfollow", streams: ["match/1"] });
});

test("a page that is hidden hangs up after a while, and comes back with what it knows", async () => {
  const own = await link();
  own.watch("match/1", watcher());
  await Promise.resolve();
  opened[0].tells({ type: "joined", data: {} });
  opened[0].tells({ type: "snapshot", stream: "match/1", version: 9 });
  page.hidden = true;
  listeners.visibilitychange();
  mock.timers.tick(14_000);
  assert.equal(opened[0].readyState, 1);
  mock.timers.tick(2000);
  assert.equal(opened[0].readyState, 3);
  mock.timers.tick(60_000);
  assert.equal(opened.length, 1);
  page.hidden = false;
  listeners.visibilitychange();
  opened[1].tells({ type: "joined", data: {} });
  assert.deepEqual(opened[1].said.at(-1), { type: "follow", streams: { "match/1": 9 }, pulse: true });
});

test("a line that was cut off is taken up again", async () => {
  const own = await link();
  own.watch("match/1", watcher(4));
  await Promise.resolve();
  opened[0].on.close({ code: 1006 });
  mock.timers.tick(20_000);
  opened[1].tells({ type: "joined", data: {} });
  assert.deepEqual(opened[1].said.at(-1).streams, { "match/1": 4 });
});
