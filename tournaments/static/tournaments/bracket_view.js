// Moves and zooms a bracket: pointer, wheel, keyboard and buttons change what the drawing's viewBox shows.
// Without this the drawing is as large as it is, and scrolls.

import { el } from "../games/dom.js";
import { _ } from "../games/language.js";

const STEP = 1.25;
const NEAREST = 2.5;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

for (const region of document.querySelectorAll("[data-bracket]")) view(region);

function view(region) {
  let full = sizeOf(region);
  let box = null; // what is seen, in the units of the drawing
  const pointers = new Map();
  let moved = false;

  region.dataset.moves = "";
  region.before(buttons({ nearer: () => zoom(STEP), farther: () => zoom(1 / STEP), all: showAll }));
  fitHeight();
  start();

  new MutationObserver(apply).observe(region, { childList: true, subtree: true });
  new ResizeObserver(() => { fitHeight(); resize(); }).observe(region);
  region.addEventListener("keydown", onKey);
  region.addEventListener("wheel", onWheel, { passive: false });
  region.addEventListener("pointerdown", onDown);
  region.addEventListener("pointermove", onMove);
  for (const type of ["pointerup", "pointercancel"]) region.addEventListener(type, onUp);
  region.addEventListener("click", (event) => { if (moved) event.preventDefault(); }, true);
  region.addEventListener("dragstart", (event) => event.preventDefault());
  region.addEventListener("focusin", onFocus);
  addEventListener("beforeprint", () => drawing().setAttribute("viewBox", `0 0 ${full.width} ${full.height}`));
  addEventListener("afterprint", apply);

  function drawing() { return region.querySelector("svg.tree"); }

  function fitHeight() {
    const wanted = Math.min(full.height + 24, innerHeight * 0.82);
    region.style.height = `${Math.max(wanted, 220)}px`;
  }

  function scale() { return region.clientWidth / box.width; }

  // At its own size, from the followed player's last pairing, else from the first round.
  function start() {
    box = { x: -12, y: 0, width: region.clientWidth, height: region.clientHeight };
    const wide = full.width + 24;
    if (wide < box.width) box.x = (full.width - box.width) / 2;
    const way = [...region.querySelectorAll(".box--followed")];
    const followed = way.findLast((node) => node.dataset.state !== "to_come") ?? way[0];
    if (followed) {
      const at = { x: Number(followed.getAttribute("x")), y: Number(followed.getAttribute("y")) };
      if (wide > box.width) box.x = at.x - box.width / 2 + 104;
      if (full.height > box.height) box.y = at.y - box.height / 2;
    }
    apply();
  }

  function resize() {
    if (!region.clientWidth) return;
    const ratio = region.clientHeight / region.clientWidth;
    box.height = box.width * ratio;
    apply();
  }

  function showAll() {
    const width = Math.max(full.width + 24, ((full.height + 12) * region.clientWidth) / region.clientHeight);
    box = { width, height: (width * region.clientHeight) / region.clientWidth, x: 0, y: 0 };
    box.x = (full.width - width) / 2;
    apply();
  }

  function zoom(factor, x = region.clientWidth / 2, y = region.clientHeight / 2) {
    const farthest = Math.min(1, region.clientWidth / (full.width + 24), region.clientHeight / (full.height + 24));
    const now = scale();
    const next = Math.min(NEAREST, Math.max(farthest, now * factor));
    box.x += x / now - x / next;
    box.y += y / now - y / next;
    box.width = region.clientWidth / next;
    box.height = region.clientHeight / next;
    apply();
  }

  function pan(x, y) {
    box.x -= x / scale();
    box.y -= y / scale();
    apply();
  }

  // Half of what is seen may be empty, so that the ends can be brought to the middle.
  function apply() {
    const found = sizeOf(region);
    if (found) full = found;
    box.x = between(box.x, -box.width / 2, full.width - box.width / 2);
    box.y = between(box.y, -box.height / 2, full.height - box.height / 2);
    const text = `${box.x} ${box.y} ${box.width} ${box.height}`;
    const svg = drawing();
    if (svg && svg.getAttribute("viewBox") !== text) svg.setAttribute("viewBox", text);
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) pan(-arrow[0] * 80, -arrow[1] * 80);
    else if (event.key === "+" || event.key === "=") zoom(STEP);
    else if (event.key === "-") zoom(1 / STEP);
    else if (event.key === "0") showAll();
    else return;
    event.preventDefault();
  }

  // The page still scrolls by the wheel unless the bracket has the focus; a pinch always zooms.
  function onWheel(event) {
    if (!event.ctrlKey && !region.contains(document.activeElement)) return;
    event.preventDefault();
    const at = region.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), event.clientX - at.left, event.clientY - at.top);
  }

  function onDown(event) {
    if (event.button !== 0 || event.target.closest("button")) return;
    pointers.set(event.pointerId, event);
    moved = false;
  }

  function onMove(event) {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const x = event.clientX - before.clientX;
    const y = event.clientY - before.clientY;
    // A trembling click is still a click.
    if (!moved && Math.hypot(x, y) < 5) return;
    if (!moved) region.setPointerCapture(event.pointerId);
    moved = true;
    const other = [...pointers.values()].find((one) => one.pointerId !== event.pointerId);
    if (other) pinch(before, event, other);
    else pan(x, y);
    pointers.set(event.pointerId, event);
  }

  function pinch(before, now, other) {
    const at = region.getBoundingClientRect();
    const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const middle = [(now.clientX + other.clientX) / 2 - at.left, (now.clientY + other.clientY) / 2 - at.top];
    if (apart(before) > 0) zoom(apart(now) / apart(before), ...middle);
  }

  function onUp(event) { pointers.delete(event.pointerId); }

  // Whoever goes through the links by the keyboard sees the one that has the focus.
  function onFocus(event) {
    const pairing = event.target.closest?.(".box");
    if (!pairing || !event.target.matches(":focus-visible")) return;
    const at = { x: Number(pairing.getAttribute("x")), y: Number(pairing.getAttribute("y")) };
    if (at.x < box.x || at.x + 208 > box.x + box.width) box.x = at.x - box.width / 2 + 104;
    if (at.y < box.y || at.y + 52 > box.y + box.height) box.y = at.y - box.height / 2 + 26;
    apply();
  }
}

function sizeOf(region) {
  const svg = region.querySelector("svg.tree");
  return svg && { width: Number(svg.getAttribute("width")), height: Number(svg.getAttribute("height")) };
}

function between(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

function buttons({ nearer, farther, all }) {
  const button = (text, name, act) =>
    el("button", { type: "button", class: "button", "aria-label": name, onclick: act }, text);
  return el(
    "div",
    { class: "bracket__buttons" },
    button("+", _("Zoom in"), nearer),
    button("−", _("Zoom out"), farther),
    button(_("All"), _("Show all of the bracket"), all),
  );
}
