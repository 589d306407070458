// Moves and zooms a bracket: pointer, wheel, keyboard and buttons change what the drawing's viewBox shows.
// Without this the drawing is as large as it is, and scrolls.

import { all, el, targetOf } from "../games/dom.js";
import { _ } from "../games/language.js";
import { heightFor, moved, reshaped, showing, startBox, wholeBox, within, zoomed } from "./viewport.js";

/** @typedef {import("./viewport.js").Point} Point */
/** @typedef {import("./viewport.js").Size} Size */

const STEP = 1.25;
const STRIDE = 80;
// A trembling click is still a click.
const TREMBLE = 5;
/** @type {Record<string, Point>} */
const ARROWS = {
  ArrowLeft: { x: STRIDE, y: 0 },
  ArrowRight: { x: -STRIDE, y: 0 },
  ArrowUp: { x: 0, y: STRIDE },
  ArrowDown: { x: 0, y: -STRIDE },
};

class BracketView {
  /** @type {Map<number, PointerEvent>} where each pointer that is down was last */
  pointers = new Map();
  isDragged = false;

  /** @param {HTMLElement} region */
  constructor(region) {
    this.region = region;
    this.full = sizeOf(region) ?? { width: 0, height: 0 };
    region.dataset.moves = "";
    region.before(this.buttons());
    this.fitHeight();
    this.box = startBox(this.full, this.size(), followed(region));
    this.apply();
    this.listen();
  }

  listen() {
    const { region } = this;
    new MutationObserver(() => this.apply()).observe(region, { childList: true, subtree: true });
    new ResizeObserver(() => this.resize()).observe(region);
    region.addEventListener("keydown", (event) => this.onKey(event));
    region.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    region.addEventListener("pointerdown", (event) => this.onDown(event));
    region.addEventListener("pointermove", (event) => this.onMove(event));
    region.addEventListener("pointerup", (event) => this.pointers.delete(event.pointerId));
    region.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    region.addEventListener("click", (event) => this.isDragged && event.preventDefault(), true);
    region.addEventListener("dragstart", (event) => event.preventDefault());
    region.addEventListener("focusin", (event) => this.onFocus(event));
    addEventListener("beforeprint", () => this.draw({ x: 0, y: 0, ...this.full }));
    addEventListener("afterprint", () => this.apply());
  }

  /** @returns {Size} */
  size() {
    return { width: this.region.clientWidth, height: this.region.clientHeight };
  }

  fitHeight() {
    this.region.style.height = `${heightFor(this.full, innerHeight)}px`;
  }

  resize() {
    this.fitHeight();
    if (!this.region.clientWidth) return;
    this.box = reshaped(this.full, this.size(), this.box);
    this.apply();
  }

  showAll() {
    this.box = wholeBox(this.full, this.size());
    this.apply();
  }

  /** @param {number} factor @param {Point} [at] the middle if nothing is said */
  zoom(factor, at) {
    const size = this.size();
    const middle = { x: size.width / 2, y: size.height / 2 };
    this.box = zoomed(this.full, size, this.box, factor, at ?? middle);
    this.apply();
  }

  /** @param {Point} by */
  pan(by) {
    this.box = moved(this.full, this.size(), this.box, by);
    this.apply();
  }

  // The page is kept true by others, who may have drawn the bracket anew and larger.
  apply() {
    this.full = sizeOf(this.region) ?? this.full;
    this.box = within(this.full, this.box);
    this.draw(this.box);
  }

  /** @param {import("./viewport.js").Box} box */
  draw({ x, y, width, height }) {
    const svg = this.region.querySelector("svg.tree");
    const text = `${x} ${y} ${width} ${height}`;
    if (svg && svg.getAttribute("viewBox") !== text) svg.setAttribute("viewBox", text);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.pan(arrow);
    else if (event.key === "+" || event.key === "=") this.zoom(STEP);
    else if (event.key === "-") this.zoom(1 / STEP);
    else if (event.key === "0") this.showAll();
    else return;
    event.preventDefault();
  }

  // The page still scrolls by the wheel unless the bracket has the focus; a pinch always zooms.
  /** @param {WheelEvent} event */
  onWheel(event) {
    if (!event.ctrlKey && !this.region.contains(document.activeElement)) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), this.placeOf(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (event.button !== 0 || targetOf(event)?.closest("button")) return;
    this.pointers.set(event.pointerId, event);
    this.isDragged = false;
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const by = { x: event.clientX - before.clientX, y: event.clientY - before.clientY };
    if (!this.isDragged && Math.hypot(by.x, by.y) < TREMBLE) return;
    if (!this.isDragged) this.region.setPointerCapture(event.pointerId);
    this.isDragged = true;
    const other = [...this.pointers.values()].find((pointer) => pointer.pointerId !== event.pointerId);
    if (other) this.pinch(before, event, other);
    else this.pan(by);
    this.pointers.set(event.pointerId, event);
  }

  /** @param {PointerEvent} before @param {PointerEvent} now @param {PointerEvent} other the one that rests */
  pinch(before, now, other) {
    const apart = (/** @type {PointerEvent} */ pointer) =>
      Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY);
    const middle = this.placeOf((now.clientX + other.clientX) / 2, (now.clientY + other.clientY) / 2);
    if (apart(before) > 0) this.zoom(apart(now) / apart(before), middle);
  }

  // Whoever goes through the links by the keyboard sees the one that has the focus.
  /** @param {FocusEvent} event */
  onFocus(event) {
    const target = targetOf(event);
    const pairing = target?.closest(".box");
    if (!target || !pairing || !target.matches(":focus-visible")) return;
    this.box = showing(this.full, this.box, pointOf(pairing));
    this.apply();
  }

  /** @param {number} x @param {number} y of the window; answers where in the region @returns {Point} */
  placeOf(x, y) {
    const { left, top } = this.region.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  buttons() {
    return el(
      "div",
      { class: "bracket__buttons" },
      button("+", _("Zoom in"), () => this.zoom(STEP)),
      button("−", _("Zoom out"), () => this.zoom(1 / STEP)),
      button(_("All"), _("Show all of the bracket"), () => this.showAll()),
    );
  }
}

/** @param {string} text @param {string} name @param {() => void} onclick */
function button(text, name, onclick) {
  return el("button", { type: "button", class: "button", "aria-label": name, onclick }, text);
}

// The last pairing of the player whom the reader follows that is made, else the first to come.
/** @param {HTMLElement} region */
function followed(region) {
  const way = [...region.querySelectorAll(".box--followed")];
  const node = way.findLast((box) => !box.matches("[data-state=to_come]")) ?? way[0];
  return node ? pointOf(node) : null;
}

/** @param {HTMLElement} region @returns {Size | null} */
function sizeOf(region) {
  const svg = region.querySelector("svg.tree");
  return svg && { width: Number(svg.getAttribute("width")), height: Number(svg.getAttribute("height")) };
}

/** @param {Element} box @returns {Point} */
function pointOf(box) {
  return { x: Number(box.getAttribute("x")), y: Number(box.getAttribute("y")) };
}

for (const region of all(document, "[data-bracket]")) new BracketView(region);
