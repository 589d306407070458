import assert from "node:assert/strict";
import { test } from "node:test";

import { fromBase64Url, toBase64Url } from "../../games/static/games/base64url.js";

test("bytes are written with letters that may stand in an address, and read again", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  for (let length = 0; length <= bytes.length; length += 1) {
    const some = bytes.slice(0, length);
    const text = toBase64Url(some.buffer);
    assert.match(text, /^[\w-]*$/u);
    assert.deepEqual(fromBase64Url(text), some);
  }
  assert.equal(toBase64Url(Uint8Array.of(251, 255, 254).buffer), "-__-");
});
