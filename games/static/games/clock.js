// The seconds that the player to act has left. The server's clock rules: the page only corrects its own
// by what the server said its time was.

/** @param {() => number} now the page's own clock, in milliseconds */
export function createClock(now = Date.now) {
  let offset = 0;
  return {
    /** @param {string} serverNow */
    correct(serverNow) {
      offset = Date.parse(serverNow) - now();
    },
    /** @param {string | null} since */
    secondsSince(since) {
      return since === null ? null : Math.max(0, Math.floor((now() + offset - Date.parse(since)) / 1000));
    },
    /** @param {string | null} deadline */
    secondsLeft(deadline) {
      if (!deadline) return null;
      return Math.max(0, Math.ceil((Date.parse(deadline) - now() - offset) / 1000));
    },
  };
}

/** @param {number} seconds */
export function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
