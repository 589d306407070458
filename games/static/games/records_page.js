// The page that replays a match: sends the record to be opened, and shows it step by step.

import { el } from "./dom.js";
import { _ } from "./language.js";
import { createReplayView } from "./replay_view.js";
import { stepsOf } from "./replay.js";
import { sideName } from "./words.js";

const page = document.querySelector("[data-records]");
const form = page.querySelector("[data-form]");
const button = form.querySelector("button");
const status = page.querySelector("[data-status]");
const refusal = page.querySelector("[data-refusal]");

form.addEventListener("submit", submit);
if (page.dataset.export) fetchAndOpen(page.dataset.export);

function submit(event) {
  event.preventDefault();
  const file = form.elements.file.files[0];
  const text = form.elements.text.value;
  if (!file && !text.trim()) refuse(_("Choose a file or paste a text."));
  else open(file ?? text);
}

async function fetchAndOpen(address) {
  status.textContent = _("The match is being fetched…");
  const answer = await fetch(address).catch(() => null);
  status.textContent = "";
  if (!answer?.ok) {
    refuse(_("The match could not be fetched."));
    return;
  }
  if (await open(await answer.text())) {
    const where = page.querySelector("[data-where]");
    where.replaceChildren(el("a", { href: page.dataset.page }, _("To the match")));
    where.hidden = false;
  }
}

// Answers whether it could be opened.
async function open(content) {
  refuse("");
  button.disabled = true;
  const opened = await send(content);
  button.disabled = false;
  if (opened === null) return false;
  form.reset();
  const steps = stepsOf(opened);
  page.querySelector("[data-title]").textContent = title(steps[0].view);
  page.querySelector("[data-where]").hidden = true;
  page.querySelector("[data-again]").hidden = false;
  createReplayView(page.querySelector("[data-replay]"), steps);
  scrollTo({ top: 0 });
  return true;
}

async function send(content) {
  const request = { method: "POST", body: content, headers: { "Content-Type": "text/plain" } };
  const answer = await fetch(page.dataset.records, request).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (answer?.ok && told) return told;
  refuse(told?.detail ?? _("The record could not be sent. Try again."));
  return null;
}

function refuse(sentence) {
  refusal.textContent = sentence;
}

function title(view) {
  return view.sides.map(({ side }) => sideName(view, side)).join(" – ");
}
