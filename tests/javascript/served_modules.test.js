// What is served: plain modules, which the server can hash and a browser can load.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const ROOT = new URL("../../", import.meta.url);
const STATIC = ["games/static/", "tournaments/static/"].map((path) => new URL(path, ROOT));
/** Path below the static address → text. @type {Map<string, string>} */
const MODULES = new Map(STATIC.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .map((path) => /** @type {const} */ ([path, readFileSync(new URL(path, folder), "utf8")])),
));
// As the storage that hashes names finds them: an import without its semicolon would keep the plain name.
const IMPORT = /^import [^;]*?from "([^"]+)";$/gmu;

test("every import names a module that is served", () => {
  for (const [path, text] of MODULES) {
    for (const [, name] of text.matchAll(IMPORT)) {
      const found = new URL(name, `http://here/${path}`).pathname.slice(1);
      assert.ok(MODULES.has(found), `${path} imports ${name}`);
    }
  }
});

test("every import is written so that the server hashes its name", () => {
  for (const [path, text] of MODULES) {
    const written = text.match(/^import\b/gmu)?.length ?? 0;
    assert.equal([...text.matchAll(IMPORT)].length, written, path);
  }
});

test("types are no file that a browser asks for", () => {
  for (const [path, text] of MODULES) {
    for (const [, name] of text.matchAll(/\bimport\("([^"]+)"\)/gu)) {
      const found = new URL(name, `http://here/${path}`).pathname.slice(1);
      assert.ok(MODULES.has(found), `${path} takes types from ${name}`);
    }
  }
});

test("every script that a template names is served", () => {
  const templates = STATIC.flatMap((folder) => {
    const beside = new URL("../templates/", folder);
    return readdirSync(beside, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".html"))
      .map((path) => readFileSync(new URL(path, beside), "utf8"));
  });
  const named = templates.flatMap((text) => [...text.matchAll(/\{% static '([^']+)' %\}/gu)].map(([, path]) => path));
  assert.ok(named.length > 10);
  for (const path of named) assert.ok(STATIC.some((folder) => existsSync(new URL(path, folder))), path);
});
