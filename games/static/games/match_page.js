// The page of a match: follows it, shows it, and for a seat plays it. No rules here: the server says which
// moves a selection makes.

import { createClock } from "./clock.js";
import { openLink, socketUrl } from "./match_link.js";
import { Gap, fold, isYourTurn } from "./match_state.js";
import { createMatchTable } from "./match_table.js";
import { _ } from "./language.js";
import { createOffersView, emptyHint } from "./offers_view.js";
import { NOTHING, isEmpty, prune, toggleBuild, toggleCard, toggleLoose } from "./selection.js";
import { createSheetView } from "./sheet_view.js";
import { turnInWords } from "./words.js";

const page = document.querySelector("[data-match]");
const board = page.querySelector("[data-board]");
const status = page.querySelector("[data-status]");
const clock = createClock();
const sheets = createSheetView();
const offers = createOffersView(play);
page.querySelector("[data-sheets]").append(sheets.node);

let view = null;
let table = null;
let selection = NOTHING;
let request = 0;
let playing = null;
let isFocusLost = false;
const cut = hex(crypto.getRandomValues(new Uint8Array(16)));

const link = openLink(socketUrl(page.dataset.match), {
  version: () => view?.version ?? null,
  onSnapshot(frame) {
    begin(frame.data);
  },
  onFact(frame) {
    follow(frame);
  },
  onAnswer(frame) {
    if (frame.type === "options") showOptions(frame.data);
    if (frame.type === "accepted" && frame.data.command_id === playing) playing = null;
    if (frame.type === "refused") refused(frame.data);
  },
  onStatus(state) {
    showStatus(state);
    if (state === "live" && view) keepUp();
  },
});

setInterval(tick, 250);
page.querySelector("[data-resign]")?.addEventListener("submit", resign);

function begin(snapshot) {
  const isSameSeat = view !== null && view.you === snapshot.you;
  view = snapshot;
  clock.correct(view.now);
  if (!isSameSeat) layTable();
  show();
}

function layTable() {
  const pick = {
    onCard: (card) => pickUp(toggleCard(selection, card)),
    onLoose: (card) => pickUp(toggleLoose(selection, card)),
    onBuild: (value) => pickUp(toggleBuild(selection, value)),
  };
  table = view.you === null ? createMatchTable(view) : createMatchTable(view, pick, offers.node);
  board.replaceChildren(table.node);
}

function follow(frame) {
  if (view === null) return;
  try {
    view = fold(view, frame);
  } catch (error) {
    if (!(error instanceof Gap)) throw error;
    link.reconnect();
    return;
  }
  if (frame.type === "card_played" && frame.data.seat === view.you) {
    selection = NOTHING;
    playing = null;
  }
  show();
}

function show() {
  selection = prune(selection, view.deal);
  table.render(view, selection, isYourTurn(view));
  sheets.render(view);
  page.dataset.state = view.status;
  keepUp();
  if (isFocusLost) refocus();
  tick();
}

// The button of the move is gone with the move: who plays by the keyboard goes on in the hand.
function refocus() {
  const card = table.node.querySelector(".hand button");
  if (!isYourTurn(view) || !card || isTakenElsewhere()) return;
  isFocusLost = false;
  card.focus({ preventScroll: true });
}

function isTakenElsewhere() {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && !offers.node.contains(focused);
}

// What a seat owes the table now: its cut, or the question which moves it has.
function keepUp() {
  if (view.you === null) return;
  if (view.status === "waiting" && !view.seats[view.you].cut) link.send({ type: "cut", cut });
  consider();
}

function pickUp(next) {
  if (view.status !== "playing") return;
  selection = next;
  offers.refuse("");
  table.render(view, selection, isYourTurn(view));
  consider();
}

function consider() {
  request += 1;
  if (!isYourTurn(view) || isEmpty(selection)) {
    offers.clear();
    offers.say(turnInWords(view));
  } else if (selection.card === null) {
    offers.clear();
    offers.say(emptyHint(selection));
  } else {
    offers.ask();
    link.send({ type: "consider", ...selection, request });
  }
}

function showOptions(data) {
  if (data.request !== request) return;
  offers.offer(view, data.moves);
  if (!data.moves.length) offers.say(emptyHint(selection));
}

function play(move) {
  if (playing) return;
  playing = crypto.randomUUID();
  isFocusLost = true;
  offers.wait();
  link.command({ type: "move", command_id: playing, version: view.version, move });
}

function refused(problem) {
  isFocusLost = false;
  if (problem.command_id && problem.command_id === playing) playing = null;
  if (view.status === "waiting") return;
  offers.refuse(problem.detail);
  // What this page shows is old news: the hint of what came after it was lost.
  if (problem.code === "stale") link.reconnect();
  else consider();
}

function resign(event) {
  event.preventDefault();
  if (view?.status !== "playing") return;
  link.command({ type: "resign", command_id: crypto.randomUUID() });
  event.target.closest("details")?.removeAttribute("open");
}

function tick() {
  if (view) table.renderClock(view.deal?.turn ?? null, clock.secondsLeft(view.clock.deadline));
}

function showStatus(state) {
  page.dataset.link = state;
  status.textContent = {
    live: "",
    away: _("Connection lost. Reconnecting…"),
    gone: _("This table cannot be followed any more. Load the page again."),
  }[state];
}

function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
