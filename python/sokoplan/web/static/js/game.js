/* A game in play: moves, counts, the win, and unlimited undo and redo.

   The keys of one click or drag belong to one `deed` of the player, so they can be undone together. Undo and redo take a
   unit: "click" (what one click did, or a single key), "key", or "push" (to before, or behind, a push). */

import { KEYS, levelAt } from "./level.js";
import { begin, press, won } from "./law.js";

export class Game {
  constructor(board) {
    this.board = board;
    this.done = []; // {key, deed, state, pushes, cost, click} after each key
    this.undone = []; // {key, click} that redo would play, the next one last
    this.first = begin(board);
  }

  /** Plays one key. Returns "", or why it is not allowed. The keys of one click have the same `click`. */
  press(key, click = null) {
    const no = this.#play(key, click);
    if (!no) this.undone = [];
    return no;
  }

  #play(key, click = null) {
    if (this.over) return "the game is over";
    const { no, state, deed, cost } = press(this.board, this.state, key);
    if (no) return no;
    const pushes = this.pushes + (deed === "move" ? 0 : 1);
    this.done.push({ key, deed, state, pushes, cost: this.cost + cost, click });
    return "";
  }

  undo(unit = "key") {
    if (!this.done.length) return false;
    for (let again = true; again && this.done.length;) {
      const { key, click, deed } = this.done.pop();
      this.undone.push({ key, click });
      again = goesOn(unit, click, this.last?.click, deed);
    }
    return true;
  }

  redo(unit = "key") {
    let any = false;
    for (let again = true; again && this.undone.length; any = true) {
      const { key, click } = this.undone.at(-1);
      if (this.#play(key, click)) break;
      this.undone.pop();
      again = goesOn(unit, click, this.undone.at(-1)?.click, this.last.deed);
    }
    return any;
  }

  /** Back to the start; redo plays the moves again. */
  restart() {
    while (this.undo());
  }

  /** Resumes a stored game, up to the first key that is not allowed: the level may have changed since. */
  resume({ keys = "", undone = "" }) {
    for (const key of keys) if (!"udlr".includes(key) || this.#play(key)) return;
    this.undone = [...undone].filter((key) => "udlr".includes(key)).map((key) => ({ key, click: null }));
  }

  get kept() {
    return { keys: this.keys, undone: this.undone.map(({ key }) => key).join("") };
  }

  get last() {
    return this.done.at(-1);
  }

  get state() {
    return this.last?.state ?? this.first;
  }

  get pushes() {
    return this.last?.pushes ?? 0;
  }

  get cost() {
    return this.last?.cost ?? 0;
  }

  get moves() {
    return this.done.length;
  }

  get facing() {
    return this.last?.key ?? "d";
  }

  get keys() {
    return this.done.map((step) => step.key).join("");
  }

  /** LURD: a capital is a push; a kick is a small letter, as in every LURD text of sokoplan. */
  get lurd() {
    return this.done.map(({ key, deed }) => (deed === "push" ? key.toUpperCase() : key)).join("");
  }

  get won() {
    return won(this.board, this.state, this.cost);
  }

  /** Helltaker ends with the first win, or when no moves are left. */
  get over() {
    return this.board.limit !== null && (this.won || this.cost >= this.board.limit);
  }

  /** The position as a level, to be solved from here; null if there is nothing left to do. */
  here() {
    return levelAt(this.board, this.state, this.cost);
  }
}

/** Whether undo or redo goes on after a key. */
function goesOn(unit, click, next, deed) {
  if (unit === "push") return deed === "move";
  return unit === "click" && click !== null && click === next;
}

/** A plan as a played game. Stops at the first key that is not allowed, and says why. */
export function replay(board, keys) {
  const game = new Game(board);
  for (const key of keys.toLowerCase()) {
    if (!KEYS.includes(key)) return { game, no: "it is not a key" };
    const { no, state, deed, cost } = press(board, game.state, key);
    if (no) return { game, no };
    game.done.push({ key, deed, state, pushes: game.pushes + (deed === "move" ? 0 : 1), cost: game.cost + cost });
  }
  return { game, no: "" };
}
