// What the scripts are told, for their type checker: docs/protocol.md and docs/events.md in types.

declare namespace Casino {
  /** Rank and suit: "Td" is the ten of diamonds. */
  type Card = string;
  type Status = "waiting" | "playing" | "finished";

  type Move = Trail | Capture | Building;

  interface Trail {
    kind: "trail";
    card: Card;
  }

  interface Capture {
    kind: "capture";
    card: Card;
    loose?: Card[];
    builds?: number[];
  }

  interface Building {
    kind: "build";
    card: Card;
    loose?: Card[];
    raises?: number;
    value: number;
  }

  interface Build {
    value: number;
    owner: number;
    kind: "single" | "multiple";
    cards: Card[];
    /** The seats that created it or added to it: in a view, where a fact names the owner alone. */
    contributors?: number[];
  }

  interface Seat {
    seat: number;
    side: number;
    player: string | null;
    bot: string | null;
    cut: boolean;
    /** The digest of the cut that the player committed to. */
    committed: string | null;
    cards: number;
    timeouts: number;
    /** What is left in its bank; missing in a replay of an earlier day. */
    bank_ms?: number;
    /** Why its player has left, where a bot plays on. */
    left?: string | null;
    /** Open hands: in a replay only. */
    hand?: Card[];
  }

  interface Side {
    side: number;
    seats: number[];
    score: number;
    pile: number;
    sweeps: number;
  }

  interface Deal {
    number: number;
    dealer: number;
    packet: number;
    packets: number;
    last: boolean;
    stock: number;
    turn: number | null;
    loose: Card[];
    builds: Build[];
    last_capture: number | null;
    hand: Card[] | null;
  }

  interface SheetRow {
    side: number;
    cards: number;
    spades: number;
    most_cards: number;
    most_spades: number;
    big_casino: number;
    little_casino: number;
    each_spade?: number;
    aces: number;
    sweeps: number;
    total: number;
  }

  interface Sheet {
    deal: number;
    sheet: SheetRow[];
    scores: number[];
    residue: { seat: number | null; cards: Card[] };
    secret: string | null;
  }

  interface Result {
    winner: number | null;
    reason: string;
    scores: number[];
  }

  interface Player {
    seat: number;
    id: string;
    handle: string;
    kind: "person" | "bot" | "guest" | "program" | "former";
  }

  interface View {
    later?: { policy: string, by: number } | null;
    match: string;
    version: number;
    status: Status;
    ruleset: { key: string; overrides: Record<string, unknown>; words?: string[]; first_to: number; draws: boolean };
    you: number | null;
    seats: Seat[];
    sides: Side[];
    deal: Deal | null;
    last_play: Facts["card_played"] | null;
    sheets: Sheet[];
    /** Of the server's spare cuts, by seat; null in a match of an earlier version. */
    digests: string[] | null;
    dealing: { board: string | null; mirrored: boolean };
    result: Result | null;
    players: Player[];
    clock: { turn_seconds: number; bank_seconds?: number; deadline: string | null };
    now: string;
  }

  /** The data of every fact of a match that a script reads, as a viewer may see it. */
  interface Facts {
    match_created: Creation;
    seat_taken: { seat: number; player: string; bot: string | null };
    cut_committed: { seat: number; digest: string };
    cut_made: { seat: number; cut: string; by: string };
    match_started: { dealer: number };
    deal_started: { deal: number; dealer: number };
    packet_dealt: {
      deal: number;
      packet: number;
      last: boolean;
      table: Card[];
      stock: number;
      turn: number;
      hand?: Card[];
    };
    card_played: {
      seat: number;
      move: Move;
      text: string;
      captured: Card[];
      build: Build | null;
      sweep: boolean;
      default: boolean;
      turn: number | null;
    };
    card_drawn: { seat: number; stock: number; card?: Card };
    deal_scored: Sheet & { piles: Card[][] };
    clock_ran_out: { seat: number; in_a_row: number };
    clock_charged: { seat: number; over_ms: number; lag_ms: number; bank_ms: number };
    time_given_back: { seat: number | null; ms: number; reason: string };
    seat_taken_back: { seat: number };
    seat_resigned: { seat: number };
    seat_forfeited: { seat: number };
    seat_handed_over: { seat: number; bot: string };
    match_finished: Result & { secret?: string | null };
    match_abandoned: { scores: number[]; secret?: string | null };
    match_annulled: { reason: string; secret?: string | null };
  }

  interface Creation {
    match: string;
    ruleset: string;
    overrides: { deal_order?: "pairs" | "singly"; draws?: boolean };
    rules?: { deal_order: "pairs" | "singly"; draws: boolean };
    seats: number;
    commitment: string;
    board?: string | null;
    mirrored?: boolean;
    digests?: string[] | null;
  }

  type Play = Facts["card_played"];
  type FactOf<Type extends keyof Facts> = { type: Type; data: Facts[Type] };
  /** A fact as an export has it; told apart by its type. */
  type Fact = { [Type in keyof Facts]: FactOf<Type> }[keyof Facts];
  /** A fact as a line of an export has it. */
  type Recorded = Fact & {
    /** Of any type: a script looks only where it knows the type. */
    data: any;
    stream: string;
    version: number;
    schema: number;
    actor: string;
    command_id: string | null;
    at: string;
    secret_digest: string | null;
    previous_hash: string;
    hash: string;
  };
  /** A fact as a socket sends it: a type that is not in `Facts` is one of a later day. */
  interface Frame {
    version: number;
    type: string;
    data: any;
    at: string;
  }

  /** What a seat has picked up to play: the fields of the question `consider`. */
  interface Selection {
    card: Card | null;
    loose: Card[];
    builds: number[];
  }

  /** How a seat's player is connected; `since` when that began, null of who has not come yet. */
  interface Presence {
    seat: number;
    is: "here" | "slow" | "gone";
    since: string | null;
  }

  /** What happens when a seat picks something up. */
  interface Pick {
    onCard(card: Card): void;
    onLoose(card: Card): void;
    onBuild(value: number): void;
  }

  interface Problem {
    code: string;
    detail: string;
    command_id?: string | null;
  }

  /** A match of ours as the server tells it. */
  interface Replay {
    view: View;
    plies: Ply[];
    complete: boolean;
  }

  /** A record as the server has opened it. */
  interface Opened {
    kind: "text" | "export";
    view: View;
    plies: Ply[];
  }

  interface Ply {
    /** Of a record that was sent in. */
    line?: number;
    version: number;
    type: string;
    data: any;
    at: string | null;
    hands: Card[][] | null;
    /** By side, of a match of ours: the score, and what is taken for certain in the deal. */
    points?: number[];
  }

  interface Step {
    view: View;
    /** The line of the record that tells it; null of the first. */
    line: number | null;
    play: Play | null;
    points?: number[];
  }
}

// Django's catalogue of translations, on pages that load it.
declare var gettext: ((message: string) => string) | undefined;
declare var ngettext: ((one: string, many: string, count: number) => string) | undefined;
