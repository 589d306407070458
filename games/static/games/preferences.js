// What a reader wants of tables: kept in the browser, the same at every table.

/** @typedef {Pick<Storage, "getItem" | "setItem">} Shelf */
/** @typedef {"sound" | "vibration" | "notices" | "lights" | "confirm" | "keys" | "sayings"} Wish */

const NAME = "good-ten/table";
/** @type {Record<Wish, boolean>} */
const USUAL = {
  sound: true,
  vibration: true,
  notices: false,
  lights: true,
  confirm: false,
  keys: true,
  sayings: true,
};

export class Preferences {
  /** @type {Record<Wish, boolean>} */
  wishes = { ...USUAL };
  /** @type {((wish: Wish) => void)[]} */
  listeners = [];

  /** @param {Shelf | null} shelf null where the browser keeps nothing: then they last as long as the page */
  constructor(shelf) {
    this.shelf = shelf;
    this.wishes = { ...USUAL, ...readFrom(shelf) };
  }

  /** @param {Wish} wish */
  has(wish) {
    return this.wishes[wish];
  }

  /** @param {Wish} wish @param {boolean} isWanted */
  set(wish, isWanted) {
    this.wishes[wish] = isWanted;
    try {
      this.shelf?.setItem(NAME, JSON.stringify(this.wishes));
    } catch {
      // The shelf is full: the wish lasts as long as the page.
    }
    for (const listener of this.listeners) listener(wish);
  }

  /** @param {(wish: Wish) => void} listener */
  onChange(listener) {
    this.listeners.push(listener);
  }
}

/** @param {Shelf | null} shelf @returns {Partial<Record<Wish, boolean>>} only wishes that there are, and as such */
function readFrom(shelf) {
  try {
    const kept = JSON.parse(shelf?.getItem(NAME) ?? "{}");
    return Object.fromEntries(Object.entries(kept).filter(([wish, is]) => wish in USUAL && typeof is === "boolean"));
  } catch {
    return {};
  }
}

export function browserPreferences() {
  try {
    return new Preferences(globalThis.localStorage ?? null);
  } catch {
    return new Preferences(null);
  }
}
