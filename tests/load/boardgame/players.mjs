// `node players.mjs URL --tables 100 --seconds 10`: pairs who play at boardgame.io's server.
//
// They speak through the transport of its own client (SocketIO). The client itself would decide
// every move a second time, in this process, which would then bound what is measured. Says `ready`
// when all are seated, plays once a line comes in, and says what it measured as a line of JSON.

import { once } from "node:events";
import process from "node:process";
import { parseArgs } from "node:util";
import { SocketIO } from "boardgame.io/dist/cjs/multiplayer.js";

const PATIENCE = 30_000;
const SEATS = ["0", "1"];
const OPENED_AT_ONCE = 50;

const asked = parseArgs({
  allowPositionals: true,
  options: {
    tables: { type: "string", default: "100" },
    seconds: { type: "string", default: "10" },
  },
});
const [url] = asked.positionals;

async function post(path, body) {
  const answer = await fetch(`${url}/games/counter/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(`${path}: ${answer.status}`);
  }
  return answer.json();
}

class Table {
  #transports = [];
  #credentials = [];
  #began = [];
  #arrived = 0;
  #version = 0;
  #until = 0;
  #over = Promise.withResolvers();

  constructor(measured) {
    this.measured = measured;
  }

  async open() {
    const { matchID } = await post("create", { numPlayers: SEATS.length });
    for (const playerID of SEATS) {
      const joined = await post(`${matchID}/join`, { playerID, playerName: `player ${playerID}` });
      this.#credentials.push(joined.playerCredentials);
      await this.#sit(matchID, playerID, joined.playerCredentials);
    }
  }

  /** Of a match the server speaks to a socket as `matchData` once it is one of the room's. */
  #sit(matchID, playerID, credentials) {
    const seated = Promise.withResolvers();
    const connect = SocketIO({
      server: url,
      socketOpts: { transports: ["websocket"], forceNew: true },
    });
    const transport = connect({
      gameName: "counter",
      numPlayers: SEATS.length,
      matchID,
      playerID,
      credentials,
      transportDataCallback: ({ type, args }) => {
        if (type === "update") {
          this.#hear(playerID, args[1]);
        } else if (type === "matchData") {
          seated.resolve();
        }
      },
    });
    this.#transports.push(transport);
    transport.connect();
    return seated.promise;
  }

  play(until) {
    this.#until = until;
    this.#move("0");
    return this.#over.promise;
  }

  #move(playerID) {
    const seat = Number(playerID);
    const credentials = this.#credentials[seat];
    this.#began.push(performance.now());
    this.#transports[seat].sendAction(
      { _stateID: this.#version },
      { type: "MAKE_MOVE", payload: { type: "add", args: [], playerID, credentials } },
    );
  }

  #hear(playerID, { _stateID: version, ctx }) {
    const at = performance.now();
    const took = at - this.#began[version - 1];
    const toMove = ctx.currentPlayer === playerID;
    (toMove ? this.measured.heard : this.measured.answered).push(took);
    this.#arrived += 1;
    if (toMove && at < this.#until) {
      this.#version = version;
      this.#move(playerID);
    } else if (at >= this.#until && this.#arrived === SEATS.length * this.#began.length) {
      this.#over.resolve();
    }
  }

  close() {
    for (const transport of this.#transports) {
      transport.disconnect();
    }
  }
}

function within(milliseconds) {
  return setTimeout(() => {
    process.stderr.write("a move was not heard in time\n");
    process.exit(1);
  }, milliseconds);
}

const measured = { answered: [], heard: [] };
const tables = Array.from({ length: Number(asked.values.tables) }, () => new Table(measured));
const opening = within(PATIENCE);
for (let first = 0; first < tables.length; first += OPENED_AT_ONCE) {
  await Promise.all(tables.slice(first, first + OPENED_AT_ONCE).map((table) => table.open()));
}
clearTimeout(opening);
process.stdout.write("ready\n");
await once(process.stdin, "data");
const most = Number(asked.values.seconds) * 1000;
const playing = within(most + PATIENCE);
const began = performance.now();
await Promise.all(tables.map((table) => table.play(began + most)));
const seconds = (performance.now() - began) / 1000;
clearTimeout(playing);
for (const table of tables) {
  table.close();
}
process.stdin.destroy();
process.stdout.write(`${JSON.stringify({ moves: measured.heard.length, seconds, ...measured })}\n`);
