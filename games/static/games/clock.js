// The seconds that the player to act has left. The server's clock rules: the page only corrects its own
// by what the server said its time was.

export function createClock() {
  let offset = 0;
  return {
    correct(serverNow) {
      offset = Date.parse(serverNow) - Date.now();
    },
    secondsLeft(deadline) {
      if (!deadline) return null;
      return Math.max(0, Math.ceil((Date.parse(deadline) - Date.now() - offset) / 1000));
    },
  };
}

export function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
