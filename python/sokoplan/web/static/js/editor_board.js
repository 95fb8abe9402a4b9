/* The board to draw on: it shows every cell, even outside the walls, of a level that may be invalid.

   Only cells that changed are drawn again: a draft never changes a cell, it makes another one, so a glance at each tells.
   `on` is {down(cell, erase), move(cell), up(cell), act(cell)}: a stroke with the pointer, and Space or Enter. */

import { SIZE } from "./board.js";
import { s } from "./dom.js";
import { tileOf } from "./games.js";

const BARE = { wall: true, floor: true };

export class EditorBoard {
  constructor(on) {
    this.on = on;
    this.cursor = [1, 1];
    this.cells = []; // what is drawn, and
    this.shown = []; // the elements of each cell: {square, tiles}
    this.layers = ["cells", "things", "marks"].map((name) => s("g", { class: name }));
    this.element = s("svg", { class: "board editor-board", role: "img", "aria-label": "Your level" }, this.layers);
    this.#listen();
  }

  #listen() {
    let drawing = null; // the pointer that draws
    this.element.addEventListener("pointerdown", (event) => {
      const cell = this.cellAt(event);
      if (drawing !== null) return void this.on.cancel(); // a second finger zooms
      if (!cell || event.button === 1) return;
      drawing = event.pointerId;
      this.element.setPointerCapture(event.pointerId);
      this.#put(cell);
      this.on.down(cell, event.button === 2);
    });
    this.element.addEventListener("pointermove", (event) => {
      const cell = event.pointerId === drawing ? this.cellAt(event) : null;
      if (!cell || String(cell) === String(this.cursor)) return;
      this.#put(cell);
      this.on.move(cell);
    });
    for (const name of ["pointerup", "pointercancel"]) {
      this.element.addEventListener(name, (event) => {
        if (event.pointerId !== drawing) return;
        drawing = null;
        this.on.up();
      });
    }
    this.element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  cellAt({ clientX, clientY }) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.element.getScreenCTM().inverse());
    const [row, column] = [Math.floor(point.y / SIZE), Math.floor(point.x / SIZE)];
    return this.cells[row]?.[column] ? [row, column] : null;
  }

  /** The part of the plane that the board takes up, in units. */
  get bounds() {
    return { x: 0, y: 0, width: (this.cells[0]?.length ?? 1) * SIZE, height: (this.cells.length || 1) * SIZE };
  }

  draw({ cells, game }) {
    const whole =
      game !== this.game || cells.length !== this.cells.length || cells[0].length !== this.cells[0].length;
    if (whole) {
      this.game = game;
      this.shown = cells.map((row) => row.map(() => null));
      for (const layer of this.layers.slice(0, 2)) layer.replaceChildren();
      this.cells = [];
    }
    cells.forEach((row, r) => {
      if (row === this.cells[r]) return;
      row.forEach((cell, c) => cell !== this.cells[r]?.[c] && this.#drawCell(r, c, cell));
    });
    this.cells = cells;
    this.#put([Math.min(this.cursor[0], cells.length - 1), Math.min(this.cursor[1], cells[0].length - 1)]);
  }

  #drawCell(row, column, { ground, thing }) {
    const [squares, things] = this.layers;
    let shown = this.shown[row][column];
    if (!shown) {
      const place = { x: column * SIZE + 1, y: row * SIZE + 1, width: SIZE - 2, height: SIZE - 2, rx: 8 };
      shown = this.shown[row][column] = { square: s("rect", place), tiles: [] };
      squares.append(shown.square);
    }
    const name = ground === "wall" ? "wall-top" : (row + column) % 2 ? "floor-two" : "floor-one";
    shown.square.setAttribute("class", name);
    for (const tile of shown.tiles) tile.remove();
    const tiles = [BARE[ground] ? null : ground, thing && this.#tileOf(thing, ground)].filter(Boolean);
    shown.tiles = tiles.map((tile) => this.#use(`#t-${tile}`, [row, column]));
    things.append(...shown.tiles);
  }

  #tileOf(thing, ground) {
    if (thing === "box" && this.game === "sokoban" && ground === "goal") return "box-done";
    return tileOf(this.game, thing);
  }

  #use(href, [row, column], name = null) {
    return s("use", { href, class: name, x: column * SIZE, y: row * SIZE, width: SIZE, height: SIZE });
  }

  // --- marks --------------------------------------------------------------------------------------------------------

  markProblems(cells) {
    this.problems = cells;
    this.#drawMarks();
  }

  /** The cells that a stroke would paint. */
  preview(cells) {
    this.coming = cells;
    this.#drawMarks();
  }

  /** The rectangle that is selected, or null. */
  select(part) {
    this.part = part;
    this.#drawMarks();
  }

  #put(cell) {
    this.cursor = cell;
    this.#drawMarks();
  }

  #drawMarks() {
    const mark = (name) => (cell) => this.#use(`#m-${name}`, cell, `mark-${name}`);
    this.layers[2].replaceChildren(
      ...(this.coming ?? []).map(mark("drop")),
      ...(this.problems ?? []).map(mark("problem")),
      ...(this.part ? [selection(this.part)] : []),
      mark("cursor")(this.cursor),
    );
  }

  /** Arrows move the cursor, Space acts. Returns whether the key was one of these. */
  key(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step) {
      const within = (value, most) => Math.max(0, Math.min(most - 1, value));
      this.#put([
        within(this.cursor[0] + step[0], this.cells.length),
        within(this.cursor[1] + step[1], this.cells[0].length),
      ]);
      this.on.move(this.cursor);
      return true;
    }
    if (event.key !== " " && event.key !== "Enter") return false;
    this.on.act(this.cursor);
    return true;
  }
}

function selection({ top, left, bottom, right }) {
  const place = {
    x: left * SIZE,
    y: top * SIZE,
    width: (right - left + 1) * SIZE,
    height: (bottom - top + 1) * SIZE,
  };
  return s("rect", { class: "selection", ...place, rx: 10 });
}
