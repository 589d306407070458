// Turns the slides of the big screen: each in full, page by page where it is longer than the screen.

const SECONDS = 12;
let slide = 0;

function slides() {
  return [...document.querySelectorAll("[data-slide]")].filter((node) => node.querySelector("li, tbody tr"));
}

function show() {
  const all = slides();
  slide %= Math.max(all.length, 1);
  for (const node of document.querySelectorAll("[data-slide]")) node.hidden = all.length > 0 && node !== all[slide];
}

// Down by a screen while there is more, then on to the next slide.
function turn() {
  const below = document.documentElement.scrollHeight - (scrollY + innerHeight);
  if (below > 8) {
    scrollBy({ top: innerHeight * 0.8, behavior: "instant" });
    return;
  }
  scrollTo({ top: 0, behavior: "instant" });
  slide += 1;
  show();
}

show();
setInterval(turn, SECONDS * 1000);
