// What is left until a time, in words.

import { _ } from "../games/language.js";

const DAY = 86_400;
const HOUR = 3600;
const MINUTE = 60;

/** @param {number} seconds */
export function left(seconds) {
  if (seconds <= 0) return _("now");
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  if (days > 0) return _("%(days)s d %(hours)s h", { days, hours });
  const clock = `${two(Math.floor((seconds % HOUR) / MINUTE))}:${two(seconds % MINUTE)}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, "0");
}
