// The slides of the big screen, one after another; a slide that is longer than the screen is shown page by page.

import { all } from "../games/dom.js";

export class Slides {
  at = 0;

  // Of the slides that have something to show; where none has, all stay.
  show() {
    const slides = all(document, "[data-slide]");
    const filled = slides.filter((node) => node.querySelector("li, tbody tr, .box"));
    this.at %= Math.max(filled.length, 1);
    for (const node of slides) node.hidden = filled.length > 0 && node !== filled[this.at];
  }

  // Down by a screen while there is more, then on to the next slide.
  turn() {
    const below = document.documentElement.scrollHeight - (scrollY + innerHeight);
    if (below > 8) {
      scrollBy({ top: innerHeight * 0.8, behavior: "instant" });
      return;
    }
    scrollTo({ top: 0, behavior: "instant" });
    this.at += 1;
    this.show();
  }
}
