// Turns the slides of the big screen: each in full, page by page where it is longer than the screen.

import { all } from "../games/dom.js";

const SECONDS = 12;

class Slides {
  at = 0;

  // Of the slides that have something to show; where none has, all stay.
  show() {
    const slides = all(document, "[data-slide]");
    const filled = slides.filter((node) => node.querySelector("li, tbody tr"));
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

const slides = new Slides();
slides.show();
setInterval(() => slides.turn(), SECONDS * 1000);
