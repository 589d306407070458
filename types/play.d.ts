// Casual tables, for the type checker of the scripts: docs/protocol.md, Casual tables.

declare namespace Casino {
  interface WaitingTable {
    id: string;
    code: string | null;
    state: "waiting" | "full" | "opened" | "ended";
    match: string | null;
    joined: string | null;
    seats: { seat: number; player: { id: string; handle: string } | null; waits_for: string | null }[];
  }
}

declare namespace Casino {
  interface LessonDeal {
    loose: Card[];
    builds: Build[];
    hand: Card[];
  }

  interface Lesson {
    key: string;
    title: string;
    text: string;
    task: string;
    deal: LessonDeal;
  }
}
