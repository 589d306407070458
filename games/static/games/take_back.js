// The seat that a bot got because its player's time ran out: the player takes it back by a press.

/** @typedef {{ type: string, command_id: string }} Command */

export class TakeBack {
  /** @param {HTMLElement} root @param {(frame: Command) => void} command */
  constructor(root, command) {
    const node = root.querySelector("[data-back]");
    this.node = node instanceof HTMLElement ? node : null;
    this.command = command;
    this.node?.querySelector("button")?.addEventListener("click", () => this.ask());
  }

  /** @param {Casino.View} view */
  follow(view) {
    if (this.node) this.node.hidden = !canTakeBack(view);
  }

  ask() {
    this.command({ type: "take_back", command_id: crypto.randomUUID() });
    if (this.node) this.node.hidden = true;
  }
}

/** @param {Casino.View} view */
export function canTakeBack({ you, status, seats }) {
  return you !== null && status === "playing" && seats[you].bot !== null && seats[you].left === "timeouts";
}
