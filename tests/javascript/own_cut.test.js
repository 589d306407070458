// A player's own cut, from the draw to the proof, against a server that is honest and ones that are not.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { nextStep, Receipts } from "../../games/static/games/own_cut.js";
import { OwnProof } from "../../games/static/games/own_proof.js";
import { chainProblem, cutDigest, cutProblem, receiptProblem } from "../../games/static/games/verify_cuts.js";
import { EXPORTS, exportText } from "./matches.js";
import { factsIn } from "../../games/static/games/verify_deals.js";

/** @typedef {{ type: string, data: any, schema?: number }} Said */

const DOCUMENT = readFileSync(new URL("../../docs/fairness.md", import.meta.url), "utf8");
const [, CUTS] = [...DOCUMENT.matchAll(/```json\n(.*?)```/gsu)].map(([, json]) => JSON.parse(json));
const MATCH = "0193d1f0a0b07000800000000000abcd";
const SPARES = ["aa".repeat(16), "bb".repeat(16), "cc".repeat(16)];
const nameOf = (/** @type {number} */ seat) => `seat ${seat}`;

/** @param {any} value @returns {any} */
function sorted(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.keys(value).toSorted().map((key) => [key, sorted(value[key])]));
}

// The facts as a server exports them: whatever it says, its chain is in order.
/** @param {Said[]} said @returns {Casino.Recorded[]} */
function told(said) {
  let previous = "0".repeat(64);
  return said.map(({ type, data, schema = 1 }, at) => {
    const fact = { stream: `match-${MATCH}`, version: at + 1, type, schema, data, actor: "system", command_id: null, at: "" };
    const content = JSON.stringify(sorted({ ...fact, secret: null }));
    const hash = createHash("sha256").update(previous + content).digest("hex");
    const whole = /** @type {any} */ ({ ...fact, secret_digest: null, previous_hash: previous, hash });
    previous = hash;
    return whole;
  });
}

/** @param {(string | null)[]} bots by seat @returns {Promise<Said[]>} */
async function beginning(bots) {
  const digests = await Promise.all(bots.map((_bot, seat) => cutDigest(MATCH, seat, SPARES[seat])));
  const created = { match: MATCH, seats: bots.length, ruleset: "classic", overrides: {}, commitment: "00".repeat(32), board: null, digests };
  const taken = bots.map((bot, seat) => ({ type: "seat_taken", data: { seat, player: `p${seat}`, bot } }));
  const made = bots.flatMap((bot, seat) => (bot ? [cut(seat, SPARES[seat], "bot")] : []));
  return [{ type: "match_created", schema: 3, data: created }, ...taken, ...made];
}

/** @param {number} seat @param {string} bytes @param {string} by @returns {Said} */
function cut(seat, bytes, by) {
  return { type: "cut_made", schema: 2, data: { seat, cut: bytes, by } };
}

/** @param {number} seat @param {string} digest @returns {Said} */
function committed(seat, digest) {
  return { type: "cut_committed", data: { seat, digest } };
}

/** @param {Said[]} said @param {Receipts} receipts @param {number} seat */
async function frameOf(said, receipts, seat = 0) {
  const { frame, problem } = await nextStep(told(said), seat, receipts);
  assert.equal(problem, null);
  return /** @type {any} */ (frame);
}

// A shelf as browsers have one.
function shelf() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    get length() {
      return kept.size;
    },
    key: (/** @type {number} */ at) => [...kept.keys()][at] ?? null,
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => void kept.set(name, text),
    removeItem: (/** @type {string} */ name) => void kept.delete(name),
  };
}

test("the documented cuts have the documented digests", async () => {
  assert.ok(CUTS.length > 0);
  for (const { match, seat, spare, digest } of CUTS) assert.equal(await cutDigest(match, seat, spare), digest);
});

test("the chain of every match that was ever exported is whole, and breaks wherever it is touched", async () => {
  for (const name of EXPORTS) {
    const facts = factsIn(exportText(name));
    assert.equal(await chainProblem(facts), null);
    assert.equal(await cutProblem(facts), null);
    facts[4].actor += "?";
    assert.deepEqual(await chainProblem(facts), { code: "chain", version: 5 });
    assert.equal((await chainProblem(factsIn(exportText(name)).toSpliced(3, 1)))?.version, 5);
  }
});

test("two browsers commit, show their cuts and prove that theirs is in the cards", async () => {
  const said = await beginning([null, null]);
  const receipts = [new Receipts(shelf()), new Receipts(shelf())];
  const frames = await Promise.all(receipts.map((kept, seat) => frameOf(said, kept, seat)));
  for (const [seat, { type, digest }] of frames.entries()) {
    assert.equal(type, "cut");
    said.push(committed(seat, digest));
    if (seat === 0) assert.equal(await frameOf(said, receipts[0]), null);
  }
  for (const seat of [1, 0]) {
    const shown = await frameOf(said, receipts[seat], seat);
    said.push(cut(seat, shown.cut, "player"));
    assert.equal(await frameOf(said, receipts[seat], seat), null);
  }
  for (const seat of [0, 1]) {
    const proof = await new OwnProof(seat, receipts[seat]).of(told(said), nameOf);
    assert.equal(proof.is, "proved");
    assert.equal(proof.receipt?.cut, said.find(({ type, data }) => type === "cut_made" && data.seat === seat)?.data.cut);
  }
});

test("who is the last to come shows the cut at once, since all others are bound", async () => {
  const said = await beginning([null, null]);
  said.push(committed(0, "11".repeat(32)));
  assert.match((await frameOf(said, new Receipts(shelf()), 1)).cut, /^[0-9a-f]{32}$/u);
});

test("who sits with bots alone shows the cut at once", async () => {
  const said = await beginning([null, "greedy"]);
  const receipts = new Receipts(shelf());
  const shown = await frameOf(said, receipts);
  assert.match(shown.cut, /^[0-9a-f]{32}$/u);
  said.push(cut(0, shown.cut, "player"));
  assert.equal((await new OwnProof(0, receipts).of(told(said), nameOf)).is, "proved");
});

test("a reload and a second tab keep the cut", async () => {
  const said = await beginning([null, null]);
  const browser = shelf();
  const first = await frameOf(said, new Receipts(browser));
  assert.deepEqual(await frameOf(said, new Receipts(browser)), first);
  said.push(committed(0, first.digest), committed(1, "11".repeat(32)));
  const shown = await frameOf(said, new Receipts(browser));
  assert.equal(await cutDigest(MATCH, 0, shown.cut), first.digest);
});

test("of two tabs that drew at once, the cut that was committed to is shown", async () => {
  const said = await beginning([null, null]);
  const browser = shelf();
  const one = await frameOf(said, new Receipts(null));
  const kept = [new Receipts(browser), new Receipts(browser)];
  const drawn = [];
  for (const tab of kept) {
    const alone = new Receipts(null);
    const { digest } = await frameOf(said, alone);
    tab.keep(/** @type {any} */ (alone.find(MATCH, 0, digest)), digest);
    drawn.push(digest);
  }
  assert.notEqual(drawn[0], drawn[1]);
  assert.ok(!drawn.includes(one.digest));
  for (const digest of drawn) {
    const both = [...said, committed(0, digest), committed(1, "11".repeat(32))];
    assert.equal(await cutDigest(MATCH, 0, (await frameOf(both, kept[0])).cut), digest);
  }
});

test("a browser without a shelf keeps the cut as long as its page", async () => {
  const full = { ...shelf(), length: 0, setItem: () => assert.fail("full") };
  const said = await beginning([null, null]);
  const receipts = new Receipts(full);
  const first = await frameOf(said, receipts);
  assert.deepEqual(await frameOf(said, receipts), first);
});

test("a browser forgets the oldest receipts, and nothing else that it keeps", async () => {
  const said = await beginning([null, null]);
  const browser = shelf();
  browser.setItem("good-ten/other", "kept");
  const receipts = new Receipts(browser);
  await frameOf(said, receipts);
  const receipt = /** @type {any} */ (receipts.find(MATCH, 0, null));
  for (let number = 0; number < 600; number += 1) {
    new Receipts(browser).keep({ ...receipt, match: `01a${String(number).padStart(29, "0")}` }, "d");
  }
  assert.ok(browser.length < 510);
  assert.equal(browser.getItem("good-ten/other"), "kept");
  assert.equal(new Receipts(browser).has(MATCH, 0), false);
  assert.equal(new Receipts(browser).has(`01a${"599".padStart(29, "0")}`, 0), true);
});

test("another browser neither draws again nor shows what it does not have", async () => {
  const said = await beginning([null, null]);
  said.push(committed(0, "22".repeat(32)), committed(1, "11".repeat(32)));
  const elsewhere = new Receipts(shelf());
  assert.equal(await frameOf(said, elsewhere), null);
  said.push(cut(1, "dd".repeat(16), "player"));
  assert.equal(elsewhere.names().length, 0);
});

test("a cut is not shown to a server that has changed what it began with", async () => {
  const said = await beginning([null, null]);
  const receipts = new Receipts(shelf());
  const { digest } = await frameOf(said, receipts);
  const changed = structuredClone(said);
  changed[0].data.digests[1] = "33".repeat(32);
  for (const turned of [changed, [said[0], said[2], said[1]]]) {
    const facts = told([...turned, committed(0, digest), committed(1, "11".repeat(32))]);
    const { frame, problem } = await nextStep(facts, 0, receipts);
    assert.deepEqual([frame, problem?.code], [null, "receipt"]);
  }
});

test("a cut is not shown where the server's own is not the one that it had fixed", async () => {
  const said = await beginning([null, "greedy"]);
  /** @type {Said} */ (said.at(-1)).data.cut = "ee".repeat(16);
  const { frame, problem } = await nextStep(told(said), 0, new Receipts(shelf()));
  assert.deepEqual([frame, problem?.code, problem?.seat], [null, "cut", 1]);
});

/** @param {(said: Said[], digest: string, own: string) => Said[]} finish */
async function proofAfter(finish) {
  const said = await beginning([null, null]);
  const receipts = new Receipts(shelf());
  const { digest } = await frameOf(said, receipts);
  const own = receipts.find(MATCH, 0, digest)?.cut ?? "";
  return new OwnProof(0, receipts).of(told([...said, ...finish(said, digest, own)]), nameOf);
}

test("the page says so where its cut was left out", async () => {
  const silent = await proofAfter((_said, digest) => [committed(0, digest), cut(1, SPARES[1], "absent"), cut(0, SPARES[0], "not_revealed")]);
  assert.deepEqual([silent.is, silent.text.includes("did not show it in time")], ["left_out", true]);
  const absent = await proofAfter(() => [cut(0, SPARES[0], "absent"), cut(1, SPARES[1], "absent")]);
  assert.deepEqual([absent.is, absent.text.includes("did not come in time")], ["left_out", true]);
});

test("the page says so where another cut or digest stands for its own", async () => {
  const another = await proofAfter(() => [cut(1, SPARES[1], "absent"), cut(0, "77".repeat(16), "player")]);
  assert.deepEqual([another.is, another.text.includes("not the one that this browser drew")], ["broken", true]);
  const digest = await proofAfter(() => [committed(0, "77".repeat(32))]);
  assert.equal(digest.is, "broken");
});

test("an open cut is called open", async () => {
  const open = await proofAfter((_said, _digest, own) => [cut(0, own, "open"), cut(1, SPARES[1], "absent")]);
  assert.deepEqual([open.is, open.text.includes("could still choose")], ["proved", true]);
});

test("a log that is written anew while the page is open is found out", async () => {
  const said = await beginning([null, null]);
  const proof = new OwnProof(0, new Receipts(null));
  const seen = [...said, cut(0, SPARES[0], "waived"), cut(1, SPARES[1], "absent")];
  assert.equal((await proof.of(told(seen), nameOf)).is, "unknown");
  const other = [...said, cut(0, SPARES[0], "absent"), cut(1, SPARES[1], "absent")];
  assert.equal((await proof.of(told(other), nameOf)).is, "broken");
});

test("a receipt of another match fits nothing", async () => {
  const said = await beginning([null, null]);
  const receipts = new Receipts(null);
  const { digest } = await frameOf(said, receipts);
  const receipt = /** @type {any} */ (receipts.find(MATCH, 0, digest));
  assert.equal(await receiptProblem(told(said), receipt), null);
  for (const change of [{ match: "x" }, { commitment: "x" }, { first: "x" }, { digests: [] }, { seen: { version: 9, hash: "x" } }]) {
    assert.equal((await receiptProblem(told(said), { ...receipt, ...change }))?.code, "receipt");
  }
});
