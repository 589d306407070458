// Loaded before the tests. To a browser the static folders of all apps are one, and a module of the
// tournaments imports ../games/…; here that lies in another app.

import { registerHooks } from "node:module";

const GAMES = new URL("../../games/static/games/", import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    const [, module] = /^\.\.\/games\/(.*)$/u.exec(specifier) ?? [];
    return next(module ? new URL(module, GAMES).href : specifier, context);
  },
});
