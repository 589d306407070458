// Short sounds, made by the browser itself: nothing is fetched. A page may sound only after its reader has touched it.

/** @typedef {"turn" | "hurry" | "card" | "end"} Sound */
/** @typedef {[hertz: number, begins: number, lasts: number]} Note in seconds */

/** @type {Record<Sound, Note[]>} */
const NOTES = {
  turn: [[659, 0, 0.14], [880, 0.12, 0.22]],
  hurry: [[988, 0, 0.06]],
  card: [[196, 0, 0.05]],
  end: [[523, 0, 0.12], [659, 0.1, 0.12], [784, 0.2, 0.3]],
};
const LOUDNESS = 0.08;

export function createSounds() {
  /** @type {AudioContext | null} */
  let context = null;

  function wake() {
    if (!("AudioContext" in globalThis)) return;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
  }

  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, { passive: true });

  return {
    /** @param {Sound} sound */
    play(sound) {
      if (context === null || context.state !== "running") return;
      for (const note of NOTES[sound]) sing(context, note);
    },
  };
}

/** @param {AudioContext} context @param {Note} note */
function sing(context, [hertz, begins, lasts]) {
  const start = context.currentTime + begins;
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = hertz;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  tone.connect(loudness).connect(context.destination);
  tone.start(start);
  tone.stop(start + lasts);
}
