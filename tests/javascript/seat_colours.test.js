// Six seats are six colours, on paper, in the dark and on the felt: also to those who see fewer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { contrast, difference, VISIONS } from "./colours.js";

const SEATS = [0, 1, 2, 3, 4, 5];
const CSS = readFileSync(new URL("../../games/static/games/tokens.css", import.meta.url), "utf8");
const [, light, dark, felt] = /:root \{(.*?)\n\}.*?:root \{(.*?)\n {2}\}.*?\.felt \{(.*?)\n\}/su.exec(CSS) ?? [];
const GROUNDS = {
  "in the light": { rules: light, grounds: ["paper", "surface"].map((name) => token(light, name)) },
  "in the dark": { rules: dark, grounds: ["paper", "surface"].map((name) => token(dark, name)) },
  "on the felt": {
    rules: felt,
    grounds: ["felt", "felt-deep"].flatMap((name) => [token(light, name), token(dark, name)]),
  },
};

/** @param {string} rules @param {string} name */
function token(rules, name) {
  const found = new RegExp(`--${name}: (#[0-9a-f]+);`, "u").exec(rules);
  assert.ok(found, `--${name} is a colour`);
  return /** @type {string} */ (found[1]);
}

for (const [where, { rules, grounds }] of Object.entries(GROUNDS)) {
  test(`every seat has a colour that stands out ${where}`, () => {
    for (const seat of SEATS) {
      const colour = token(rules, `seat-${seat}`);
      // WCAG 1.4.11: what is not text needs 3 : 1.
      for (const ground of grounds) assert.ok(contrast(colour, ground) >= 3, `seat ${seat}: ${colour} on ${ground}`);
    }
  });

  for (const vision of Object.keys(VISIONS)) {
    test(`no two seats look alike ${where} to ${vision}`, () => {
      const colours = SEATS.map((seat) => token(rules, `seat-${seat}`));
      for (const [seat, colour] of colours.entries()) {
        for (const other of colours.slice(0, seat)) {
          const apart = difference(colour, other, vision);
          assert.ok(apart > 0.08, `${colour} and ${other} are ${apart.toFixed(3)} apart`);
        }
      }
    });
  }
}

test("what belongs to a seat takes the colour of that seat", () => {
  for (const seat of SEATS) {
    assert.ok(CSS.includes(`[data-seat="${seat}"] { --seat: var(--seat-${seat}); }`), `seat ${seat}`);
  }
});

test("the value of a build can be read on its owner's colour", () => {
  for (const seat of SEATS) assert.ok(contrast("#14201a", token(felt, `seat-${seat}`)) >= 4.5);
});
