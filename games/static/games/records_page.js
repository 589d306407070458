// The page that replays a match: sends the record to be opened, and shows it step by step.

import { el, one } from "./dom.js";
import { _ } from "./language.js";
import { ReplayView } from "./replay_view.js";
import { stepsOf } from "./replay.js";
import { sideName } from "./words.js";

const page = one(document, "[data-records]");
const form = one(page, "[data-form]", HTMLFormElement);
const file = one(form, "input[type=file]", HTMLInputElement);
const text = one(form, "textarea", HTMLTextAreaElement);
const button = one(form, "button", HTMLButtonElement);
const status = one(page, "[data-status]");
const refusal = one(page, "[data-refusal]");
const replay = new ReplayView(one(page, "[data-replay]"));

form.addEventListener("submit", submit);
if (page.dataset.export) fetchAndOpen(page.dataset.export);

/** @param {Event} event */
function submit(event) {
  event.preventDefault();
  const chosen = file.files?.[0] ?? text.value;
  if (typeof chosen === "string" && !chosen.trim()) refuse(_("Choose a file or paste a text."));
  else open(chosen);
}

/** @param {string} address */
async function fetchAndOpen(address) {
  status.textContent = _("The match is being fetched…");
  const answer = await fetch(address).catch(() => null);
  status.textContent = "";
  if (!answer?.ok) {
    refuse(_("The match could not be fetched."));
    return;
  }
  if (await open(await answer.text())) {
    const where = one(page, "[data-where]");
    where.replaceChildren(el("a", { href: page.dataset.page }, _("To the match")));
    where.hidden = false;
  }
}

// Answers whether it could be opened.
/** @param {string | File} content */
async function open(content) {
  refuse("");
  button.disabled = true;
  const opened = await send(content);
  button.disabled = false;
  if (opened === null) return false;
  form.reset();
  const steps = stepsOf(opened);
  one(page, "[data-title]").textContent = title(steps[0].view);
  one(page, "[data-where]").hidden = true;
  one(page, "[data-again]").hidden = false;
  replay.show(steps);
  showRules(steps[0].view);
  scrollTo({ top: 0 });
  return true;
}

/** @param {string | File} content @returns {Promise<Casino.Opened | null>} */
async function send(content) {
  const request = { method: "POST", body: content, headers: { "Content-Type": "text/plain" } };
  const answer = await fetch(page.dataset.records ?? "", request).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (answer?.ok && told) return told;
  refuse(told?.detail ?? _("The record could not be sent. Try again."));
  return null;
}

// What is played otherwise than the ruleset has it.
/** @param {Casino.View} view */
function showRules({ ruleset: { key, words = [] } }) {
  one(page, "[data-ruleset]").textContent = _("The %(ruleset)s rules, except:", { ruleset: key });
  one(page, "[data-sentences]").replaceChildren(...words.map((sentence) => el("li", {}, sentence)));
  one(page, "[data-rules]").hidden = words.length === 0;
}

/** @param {string} sentence */
function refuse(sentence) {
  refusal.textContent = sentence;
}

/** @param {Casino.View} view */
function title(view) {
  return view.sides.map(({ side }) => sideName(view, side)).join(" – ");
}
