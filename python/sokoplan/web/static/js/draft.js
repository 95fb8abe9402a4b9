/* The level that is being drawn, with undo.

   A draft may be invalid; the server says what is wrong with it.

   A cell is ground ("wall", "floor", "goal", "sink", ...) and at most one thing on it ("player", "box", ...). A brush
   sets either; a thing that cannot stand on the ground of its cell turns it into floor. */

import { FLOOR, mirrored, replaced, trimmed, turned } from "./draft_shapes.js";
import { GAMES, tileOf } from "./games.js";
import { emptyLevel } from "./level.js";

const ALL = Object.keys(GAMES);
const BARE = new Set(["wall", "floor"]); // brushes without a tile of their own

/** Every brush: its words, what it sets, the games that have it. */
export const BRUSHES = {
  wall: { words: "Wall", ground: "wall", games: ALL },
  floor: { words: "Floor", ground: "floor", games: ALL },
  player: { words: { sokoban: "Player", sink: "Player", helltaker: "Hero" }, thing: "player", games: ALL },
  box: { words: "Box", thing: "box", games: ALL },
  goal: { words: "Goal", ground: "goal", games: ["sokoban"] },
  sink: { words: "Sink", ground: "sink", games: ["sink"] },
  hole: { words: "Hole", ground: "hole", games: ["sink"] },
  demoness: { words: "Demoness", thing: "demoness", games: ["helltaker"] },
  mob: { words: "Mob", thing: "mob", games: ["helltaker"] },
  key: { words: "Key", ground: "key", games: ["helltaker"] },
  lock: { words: "Lock", thing: "lock", games: ["helltaker"] },
  spikes: { words: "Spikes", ground: "spikes", games: ["helltaker"] },
  "trap-down": { words: "Trap down", ground: "trap-down", games: ["helltaker"] },
  "trap-up": { words: "Trap up", ground: "trap-up", games: ["helltaker"] },
};
const LAYER = {
  wall: "walls",
  goal: "goals",
  sink: "sinks",
  hole: "holes",
  key: "keys",
  spikes: "spikes",
  "trap-down": "traps_down",
  "trap-up": "traps_up",
  box: "boxes",
  demoness: "demonesses",
  mob: "mobs",
  lock: "locks",
};
const LONGEST = 256; // rows or columns, as in every format

export const brushesOf = (game) => Object.keys(BRUSHES).filter((name) => BRUSHES[name].games.includes(game));
export const brushWords = (name, game) => BRUSHES[name].words[game] ?? BRUSHES[name].words;
export const brushTile = (name, game) => (BARE.has(name) ? undefined : tileOf(game, name));

export class Draft {
  constructor(level) {
    this.past = [];
    this.future = [];
    this.now = level ? fromLevel(level) : newRoom("sokoban");
    this.most = 10_000; // cells on one board; the server says how many it takes
  }

  /** Makes a change that can be undone. Changes of one `stroke` of the brush are undone together. */
  #change(next, stroke) {
    if (!stroke || stroke !== this.stroke) this.past.push(this.now);
    this.stroke = stroke;
    this.future = [];
    this.now = next;
  }

  /** Another level, or a new room; undo brings the old one back. */
  replace(level) {
    this.#change(level ? fromLevel(level) : newRoom("sokoban"));
  }

  /** Paints cells, [[row, column]]. Returns whether anything changed. */
  paint(places, brush, stroke = null) {
    const { thing } = BRUSHES[brush];
    const rows = new Map(); // the rows that change
    const set = (row, column, cell) => {
      if (!rows.has(row)) rows.set(row, [...this.now.cells[row]]);
      rows.get(row)[column] = cell;
    };
    // There is only one player: drawing a second one moves the first, and of several cells the last one gets it.
    if (thing === "player") {
      places = places.slice(-1);
      this.now.cells.forEach((line, r) =>
        line.forEach((other, c) => other.thing === "player" && set(r, c, { ...other, thing: null })),
      );
    }
    let changed = false;
    for (const [row, column] of places) {
      const old = this.now.cells[row]?.[column];
      const cell = old && painted(old, brush);
      if (!old || (cell.ground === old.ground && cell.thing === old.thing)) continue;
      set(row, column, cell);
      changed = true;
    }
    if (!changed) return false;
    const cells = this.now.cells.map((line, row) => rows.get(row) ?? line);
    this.#change({ ...this.now, cells }, stroke);
    return true;
  }

  /** Changes the size; columns are added or removed on the right, rows at the bottom. Returns "", or why not all of it
      was possible. */
  resize(width, height) {
    const within = (number) => Math.max(3, Math.min(LONGEST, number || 3));
    const [rows, columns] = [within(height), within(width)];
    if (rows * columns > this.most)
      return `A board may have up to ${this.most.toLocaleString("en")} cells; ${columns} × ${rows} are too many.`;
    const cell = (r, c) => this.now.cells[r]?.[c] ?? FLOOR;
    const cells = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => cell(r, c)));
    this.#change({ ...this.now, cells });
    return width > LONGEST || height > LONGEST ? `A board has at most ${LONGEST} rows and columns.` : "";
  }

  /** A quarter turn: of a rectangle if it is square, else of the whole board. */
  turn(part = null) {
    const square = part && part.bottom - part.top === part.right - part.left;
    this.#shape(square ? (cells) => replaced(cells, part, turned) : turned);
  }

  mirror(part = null) {
    this.#shape(part ? (cells) => replaced(cells, part, mirrored) : mirrored);
  }

  trim() {
    this.#shape(trimmed);
  }

  /** Moves a rectangle of the drawing; floor is left behind. */
  move(part, down, right, stroke = null) {
    this.#shape((cells) => replaced(cells, part, (rows) => rows, down, right), stroke);
  }

  erase(part) {
    this.#shape((cells) => replaced(cells, part, () => []));
  }

  #shape(change, stroke = null) {
    this.#change({ ...this.now, cells: change(this.now.cells) }, stroke);
  }

  /** Moves everything by a row or a column; what leaves the board is lost, what comes in is floor. */
  shift(down, right) {
    const cell = (r, c) => this.now.cells[r - down]?.[c - right] ?? FLOOR;
    const cells = this.now.cells.map((line, r) => line.map((_, c) => cell(r, c)));
    this.#change({ ...this.now, cells });
  }

  /** Walls all around the edge. */
  fence() {
    const { height, width } = this;
    const cells = this.now.cells.map((line, r) =>
      line.map((cell, c) =>
        r === 0 || c === 0 || r === height - 1 || c === width - 1 ? { ground: "wall", thing: null } : cell,
      ),
    );
    this.#change({ ...this.now, cells });
  }

  set(field, value) {
    this.#change({ ...this.now, [field]: value }, field === "game" ? null : field);
    if (field !== "game") return;
    // What the other game does not have becomes floor.
    const allowed = new Set(brushesOf(value));
    const cells = this.now.cells.map((line) =>
      line.map(({ ground, thing }) => ({
        ground: allowed.has(ground) ? ground : "floor",
        thing: allowed.has(thing) ? thing : null,
      })),
    );
    this.now = {
      ...this.now,
      cells,
      limit: GAMES[value].limit === null ? null : (this.now.limit ?? GAMES[value].limit),
      reading: GAMES[value].readings.includes(this.now.reading) ? this.now.reading : "end",
    };
  }

  undo() {
    if (!this.past.length) return false;
    this.future.push(this.now);
    this.now = this.past.pop();
    this.stroke = null;
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.past.push(this.now);
    this.now = this.future.pop();
    this.stroke = null;
    return true;
  }

  get height() {
    return this.now.cells.length;
  }

  get width() {
    return this.now.cells[0].length;
  }

  /** The draft as LevelJSON; `player` is null if there is none, which the server reports. */
  get level() {
    const { game, reading, limit, title, author, cells } = this.now;
    const level = { ...emptyLevel(game, this.height, this.width), reading, limit, title, author, player: null };
    cells.forEach((line, r) =>
      line.forEach(({ ground, thing }, c) => {
        for (const name of [ground, thing]) if (LAYER[name]) level[LAYER[name]].push([r, c]);
        if (thing === "player") level.player = [r, c];
      }),
    );
    return level;
  }
}

/** A cell after a stroke of the brush. */
function painted(old, brush) {
  const { ground, thing } = BRUSHES[brush];
  if (!ground) return { ground: fits(thing, old.ground) ? old.ground : "floor", thing };
  const bare =
    ground === "wall" || ground === "hole" || brush === "floor" || (ground === "sink" && old.thing === "box");
  return { ground, thing: bare ? null : old.thing };
}

/** Whether a thing may stand on this ground. */
function fits(thing, ground) {
  if (ground === "wall" || ground === "hole") return false;
  if (ground === "sink") return thing === "player";
  return true;
}

function newRoom(game) {
  const cells = Array.from({ length: 7 }, (_, r) =>
    Array.from({ length: 9 }, (_, c) => ({ ground: r % 6 === 0 || c % 8 === 0 ? "wall" : "floor", thing: null })),
  );
  return { game, reading: "end", limit: null, title: "", author: "", cells };
}

function fromLevel(level) {
  const { game, reading, limit, title, author, height, width } = level;
  const cells = Array.from({ length: height }, () =>
    Array.from({ length: width }, () => ({ ground: "floor", thing: null })),
  );
  for (const [name, layer] of Object.entries(LAYER)) {
    for (const [r, c] of level[layer]) cells[r][c][BRUSHES[name].ground ? "ground" : "thing"] = name;
  }
  if (level.player) cells[level.player[0]][level.player[1]].thing = "player";
  return { game, reading, limit, title, author, cells };
}
