// The link of a page to its match: it joins, follows, and comes back.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { delay, openLink, socketUrl } from "../../games/static/games/match_link.js";
import { NOON, frame, view } from "./matches.js";

class FakeSocket extends EventTarget {
  static OPEN = 1;
  /** @type {FakeSocket[]} */
  static made = [];
  readyState = 0;
  /** @type {any[]} */
  sent = [];

  constructor() {
    super();
    FakeSocket.made.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  /** @param {object} content */
  hear(content) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(content) }));
  }

  close(code = 1000) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

const { WebSocket } = globalThis;
/** @type {{ version: number | null, states: string[], heard: string[] }} */
let page = { version: null, states: [], heard: [] };

beforeEach(() => {
  globalThis.WebSocket = /** @type {any} */ (FakeSocket);
  FakeSocket.made = [];
  page = { version: null, states: [], heard: [] };
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: Date.parse(NOON) });
});

afterEach(() => {
  mock.timers.reset();
  globalThis.WebSocket = WebSocket;
});

function opened() {
  const link = openLink("ws://here/", {
    version: () => page.version,
    onSnapshot: ({ data }) => page.heard.push(`snapshot ${data.version}`),
    onFact: ({ type }) => page.heard.push(`fact ${type}`),
    onAnswer: ({ type }) => page.heard.push(`answer ${type}`),
    onStatus: (state) => page.states.push(state),
  });
  socket().open();
  return link;
}

const socket = () => FakeSocket.made[FakeSocket.made.length - 1];

test("a page that has seen nothing joins, and one that comes back says how far it is", () => {
  opened();
  assert.deepEqual(socket().sent, [{ type: "join" }]);
  page.version = 57;
  socket().close(1006);
  mock.timers.tick(1000);
  socket().open();
  assert.deepEqual(socket().sent, [{ type: "join", after: 57 }]);
  assert.deepEqual(page.states, ["live", "away", "live"]);
});

test("snapshots, facts and answers go to who waits for them", () => {
  opened();
  socket().hear({ type: "snapshot", data: view() });
  socket().hear(frame("card_played", {}));
  for (const type of ["accepted", "refused", "options", "pong"]) socket().hear({ type, data: {} });
  assert.deepEqual(page.heard, [
    "snapshot 10", "fact card_played", "answer accepted", "answer refused", "answer options", "answer pong",
  ]);
});

test("a command without an answer is sent again under the same id", () => {
  const link = opened();
  const command = { type: "resign", command_id: "c1" };
  link.command(command);
  socket().close(1012);
  mock.timers.tick(1000);
  socket().open();
  assert.deepEqual(socket().sent, [{ type: "join" }, command]);
});

test("a command that was answered is not sent again", () => {
  const link = opened();
  link.command({ type: "resign", command_id: "c1" });
  link.command({ type: "resign", command_id: "c2" });
  socket().hear({ type: "refused", data: { command_id: "c1" } });
  socket().close(1012);
  mock.timers.tick(1000);
  socket().open();
  assert.deepEqual(socket().sent.slice(1).map(({ command_id: id }) => id), ["c2"]);
});

test("a command given while the link is away waits for it", () => {
  const link = opened();
  socket().close(1006);
  link.command({ type: "resign", command_id: "c1" });
  mock.timers.tick(1000);
  socket().open();
  assert.equal(socket().sent[1].command_id, "c1");
});

for (const code of [4400, 4401, 4404]) {
  test(`a link that the server closed for good, with ${code}, does not come back`, () => {
    opened();
    socket().close(code);
    mock.timers.tick(60_000);
    assert.equal(FakeSocket.made.length, 1);
    assert.deepEqual(page.states, ["live", "gone"]);
  });
}

test("a link that the page has closed does not come back, even if it was on its way", () => {
  const link = opened();
  socket().close(1006);
  link.close();
  mock.timers.tick(60_000);
  assert.equal(FakeSocket.made.length, 1);
});

test("a link is asked again and again whether it lives, and let go when it is silent", () => {
  opened();
  mock.timers.tick(15_000);
  assert.deepEqual(socket().sent[1], { type: "ping" });
  mock.timers.tick(45_000);
  assert.deepEqual(page.states.slice(0, 2), ["live", "away"]);
});

test("a link that is heard stays", () => {
  opened();
  for (let round = 0; round < 8; round += 1) {
    mock.timers.tick(15_000);
    socket().hear({ type: "pong" });
  }
  assert.deepEqual(page.states, ["live"]);
});

/** A link whose server gives a pulse. */
function openedWithPulse() {
  const link = openLink("ws://here/", {
    version: () => page.version,
    onSnapshot: () => {},
    onFact: () => {},
    onAnswer: ({ type }) => page.heard.push(`answer ${type}`),
    onStatus: (state) => page.states.push(state),
    onPulse: ({ at, lag }) => page.heard.push(`pulse ${at} ${lag}`),
  });
  socket().open();
  beat();
  return link;
}

let beats = 0;
function beat() {
  beats += 1;
  socket().hear({ version: 1, type: "pulse", at: NOON, data: { n: beats, lag: 40 } });
}

test("a pulse is asked for, given back, and tells the time of the server", () => {
  openedWithPulse();
  assert.deepEqual(socket().sent, [{ type: "join", pulse: true }, { type: "pulse", n: beats }]);
  assert.deepEqual(page.heard, [`pulse ${NOON} 40`]);
});

test("a line on which nothing comes any more is told of within three seconds, and another is taken", () => {
  openedWithPulse();
  mock.timers.tick(2000);
  beat();
  assert.deepEqual(page.states, ["live"]);
  mock.timers.tick(3000);
  assert.deepEqual(page.states, ["live", "slow"]);
  beat();
  assert.deepEqual(page.states, ["live", "slow", "live"]);
  const frozen = socket();
  for (const seconds of [3, 3, 2]) mock.timers.tick(seconds * 1000);
  assert.notEqual(socket(), frozen);
  assert.deepEqual(page.states, ["live", "slow", "live", "slow", "away"]);
  frozen.hear({ type: "accepted", data: {} });
  assert.ok(!page.heard.includes("answer accepted"));
});

test("a command without an answer is told of within three seconds, on a line without a pulse too", () => {
  const link = opened();
  const command = { type: "resign", command_id: "c1" };
  link.command(command);
  mock.timers.tick(3000);
  assert.deepEqual(page.states, ["live", "slow"]);
  mock.timers.tick(6000);
  socket().open();
  assert.deepEqual(socket().sent, [{ type: "join" }, command]);
  socket().hear({ type: "accepted", data: { command_id: "c1" } });
  assert.deepEqual(page.states, ["live", "slow", "away", "live"]);
});

test("a browser that goes offline says so at once, and comes back as soon as it is online", () => {
  const events = new EventTarget();
  const names = /** @type {const} */ (["addEventListener", "removeEventListener"]);
  for (const name of names) /** @type {any} */ (globalThis)[name] = events[name].bind(events);
  const link = opened();
  events.dispatchEvent(new Event("offline"));
  assert.deepEqual(page.states, ["live", "offline"]);
  link.command({ type: "resign", command_id: "c1" });
  assert.ok(link.withdraw("c1"));
  link.command({ type: "resign", command_id: "c2" });
  events.dispatchEvent(new Event("online"));
  socket().open();
  assert.deepEqual(socket().sent.map(({ command_id: id }) => id), [undefined, "c2"]);
  assert.ok(!link.withdraw("c2"));
  link.close();
  for (const name of names) delete /** @type {any} */ (globalThis)[name];
});

test("a line that does not even open is given up for another", () => {
  opened();
  socket().close(1006);
  mock.timers.tick(1000);
  const hanging = socket();
  mock.timers.tick(9000);
  assert.notEqual(socket(), hanging);
});

test("who was cut off comes back later each time, and not all at once", () => {
  assert.deepEqual([0, 1, 2].map((failures) => delay(failures, 1)), [750, 1250, 2250]);
  assert.equal(delay(3, 0), 250);
  assert.equal(delay(50, 1), 15_250);
  assert.notEqual(delay(5), delay(5));
});

test("a socket is where its page is, and as safe as it", () => {
  assert.equal(socketUrl("/ws/matches/1/", "https://ten.example/matches/1/"), "wss://ten.example/ws/matches/1/");
  assert.equal(socketUrl("/ws/matches/1/", "http://localhost:8000/"), "ws://localhost:8000/ws/matches/1/");
  assert.throws(() => socketUrl(undefined, "http://localhost/"), TypeError);
});
