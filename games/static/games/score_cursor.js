// Where in the graph of the score one is; a press on the graph goes there.

import { one } from "./dom.js";

export class ScoreCursor {
  // `versions`: at which version of the match each step is.
  /** @param {HTMLElement} chart @param {number[]} versions @param {(at: number) => void} onPick */
  constructor(chart, versions, onPick) {
    this.versions = versions;
    this.first = Number(chart.dataset.first);
    this.last = Number(chart.dataset.last);
    this.plot = one(chart, "[data-plot]", SVGElement);
    this.cursor = one(chart, "[data-cursor]", SVGElement);
    this.plot.addEventListener("pointerdown", (event) => onPick(this.stepAt(event)));
    this.plot.addEventListener("pointermove", (event) => {
      if (event.buttons > 0) onPick(this.stepAt(event));
    });
  }

  /** @param {number} at */
  show(at) {
    const x = this.placeOf(this.versions[at]) * 100;
    this.cursor.setAttribute("d", `M${x.toFixed(2)} 0V100`);
    this.cursor.removeAttribute("hidden");
  }

  /** @param {number} version */
  placeOf(version) {
    return Math.max(0, Math.min(1, (version - this.first) / (this.last - this.first)));
  }

  /** @param {PointerEvent} event */
  stepAt({ clientX }) {
    const { left, width } = this.plot.getBoundingClientRect();
    const wanted = this.first + ((clientX - left) / width) * (this.last - this.first);
    const at = this.versions.findIndex((version) => version >= wanted);
    return at < 0 ? this.versions.length - 1 : at;
  }
}
