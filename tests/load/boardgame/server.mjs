// `node server.mjs PORT [FOLDER]`: boardgame.io's own server with the smallest game that two can
// play. Matches are kept in memory, or in its FlatFile storage where a folder is named.
//
// It adds its API to an application that already serves, which koa-compose 4.2 overlooks, and from
// node-persist 3.1.1 on a write waits up to a second: package.json holds both where its own lock had
// them. A move is told to the players before it is stored, and no file is flushed to the disk.

import { FlatFile, Server } from "boardgame.io/dist/cjs/server.js";
import process from "node:process";

const COUNTER = {
  name: "counter",
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }) => {
      G.count += 1;
    },
  },
};

const [port, folder] = process.argv.slice(2);
const server = Server({
  games: [COUNTER],
  origins: false,
  // Without a storage that is named it takes the one in memory.
  ...(folder && { db: new FlatFile({ dir: folder }) }),
});
await server.run({ port: { host: "127.0.0.1", port: Number(port) } });
