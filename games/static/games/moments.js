// The moments of a replay: after so many plays of which deal a step is, and where something happened. Pure.

/**
 * @typedef {object} Moment what a step is
 * @property {number} deal 0 before the first
 * @property {number} play how many cards were played in the deal
 * @property {boolean} isSweep
 * @property {boolean} isLead whether another side than before leads from here on
 */

const NAME = /^#?deal-(\d{1,4})(?:-play-(\d{1,4}))?$/u;

/** @param {Casino.Step[]} steps @returns {Moment[]} by step */
export function momentsOf(steps) {
  let [deal, play, leader] = [0, 0, -1];
  return steps.map((step) => {
    const number = step.view.deal?.number ?? 0;
    play = (number === deal ? play : 0) + (step.play ? 1 : 0);
    deal = number;
    const leading = leaderOf(pointsOf(step));
    const isLead = leading !== null && leader >= 0 && leading !== leader;
    leader = leading ?? leader;
    return { deal, play, isSweep: step.play?.sweep ?? false, isLead };
  });
}

// What the sides have: the score, and what they have taken for certain where that is told.
/** @param {Casino.Step} step */
export function pointsOf({ points, view }) {
  return points ?? view.sides.map(({ score }) => score);
}

/** @param {number[]} points @returns {number | null} null where several are equal */
function leaderOf(points) {
  const most = Math.max(...points);
  return points.indexOf(most) === points.lastIndexOf(most) ? points.indexOf(most) : null;
}

// What stands behind the # of a link to the moment; nothing before the first deal.
/** @param {Moment} moment */
export function hashOf({ deal, play }) {
  if (deal === 0) return "";
  return play ? `#deal-${deal}-play-${play}` : `#deal-${deal}`;
}

// The same for a server, which is not sent what is behind the #.
/** @param {Moment} moment */
export function queryOf({ deal, play }) {
  if (deal === 0) return "";
  return play ? `?deal=${deal}&play=${play}` : `?deal=${deal}`;
}

// The step that a link leads to: by its hash, else by its query; null where it leads nowhere here.
/** @param {Moment[]} moments @param {{ hash: string, search: string }} link */
export function stepOf(moments, { hash, search }) {
  const query = new URLSearchParams(search);
  const [, deal, play = "0"] = NAME.exec(hash) ?? [null, query.get("deal"), query.get("play") ?? undefined];
  const at = moments.findIndex((moment) => moment.deal === Number(deal) && moment.play === Number(play));
  return deal === null || at < 0 ? null : at;
}

/** @typedef {"isSweep" | "isLead"} Kind */

// The next step at which there is one, or null.
/** @param {Moment[]} moments @param {number} at @param {Kind} kind */
export function nextOf(moments, at, kind) {
  const found = moments.findIndex((moment, step) => step > at && moment[kind]);
  return found < 0 ? null : found;
}

/** @param {Moment[]} moments @param {number} at @param {Kind} kind */
export function lastOf(moments, at, kind) {
  const found = moments.findLastIndex((moment, step) => step < at && moment[kind]);
  return found < 0 ? null : found;
}
