// A position as the view of a match, which is what tables are drawn from. Pure.

/** @param {Casino.LessonDeal} deal @returns {Casino.View} */
export function viewOf(deal) {
  return {
    match: "",
    version: 1,
    status: "playing",
    ruleset: { key: "classic", overrides: {}, first_to: 21, draws: false },
    you: 0,
    seats: [],
    sides: [],
    deal: {
      number: 1,
      dealer: 1,
      packet: 1,
      packets: 6,
      last: false,
      stock: 40,
      turn: 0,
      last_capture: null,
      ...deal,
    },
    last_play: null,
    sheets: [],
    digests: null,
    dealing: { board: null, mirrored: false },
    result: null,
    players: [0, 1].map((seat) => ({ seat, id: "", handle: seat ? "Ben" : "You", kind: "person" })),
    clock: { turn_seconds: 60, deadline: null },
    now: "",
  };
}
