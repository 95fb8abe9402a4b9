/* The board to draw on: it shows every cell, even outside the walls, of a level that may be invalid. Painting calls
   onPaint(row, column, stroke), and then onEnd(). */

import { s } from "./dom.js";
import { PIECES } from "./level.js";
import { SIZE } from "./board.js";

const TILES = {
  goals: "goal",
  sinks: "sink",
  holes: "hole",
  keys: "key",
  spikes: "spikes",
  traps_down: "trap-down",
  traps_up: "trap-up",
  locks: "lock",
  demonesses: "demoness",
  mobs: "mob",
};
const ORDER = [
  "goals",
  "sinks",
  "holes",
  "spikes",
  "traps_down",
  "traps_up",
  "keys",
  "locks",
  "demonesses",
  "mobs",
  "boxes",
];
const BOX = { sokoban: "box", sink: "boulder", helltaker: "rock" };

export class EditorBoard {
  constructor({ onPaint, onEnd }) {
    this.onPaint = onPaint;
    this.onEnd = onEnd;
    this.cursor = [1, 1];
    this.strokes = 0;
    this.layers = ["cells", "things", "marks"].map((name) => s("g", { class: name }));
    this.element = s("svg", { class: "board editor-board", role: "img", "aria-label": "Your level" }, this.layers);
    this.#listen();
  }

  #listen() {
    let drawing = null;
    const paint = (event) => {
      const cell = this.#cellAt(event);
      if (!cell) return;
      this.cursor = cell;
      this.onPaint(...cell, drawing);
      this.#drawCursor();
    };
    this.element.addEventListener("pointerdown", (event) => {
      drawing = `stroke ${++this.strokes}`;
      this.element.setPointerCapture(event.pointerId);
      paint(event);
    });
    this.element.addEventListener("pointermove", (event) => drawing && paint(event));
    for (const name of ["pointerup", "pointercancel"]) {
      this.element.addEventListener(name, () => {
        drawing = null;
        this.onEnd();
      });
    }
  }

  #cellAt({ clientX, clientY }) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.element.getScreenCTM().inverse());
    const [row, column] = [Math.floor(point.y / SIZE), Math.floor(point.x / SIZE)];
    return row >= 0 && column >= 0 && row < this.height && column < this.width ? [row, column] : null;
  }

  draw(level) {
    const { height, width } = level;
    Object.assign(this, { height, width });
    this.element.setAttribute("viewBox", `0 0 ${width * SIZE} ${height * SIZE}`);
    this.element.style.setProperty("--columns", width);
    this.element.style.setProperty("--rows", height);
    const walls = new Set(level.walls.map(String));
    const [cells, things] = this.layers;
    cells.replaceChildren();
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const name = walls.has(`${row},${column}`) ? "wall-top" : (row + column) % 2 ? "floor-two" : "floor-one";
        cells.append(
          s("rect", {
            class: name,
            x: column * SIZE + 1,
            y: row * SIZE + 1,
            width: SIZE - 2,
            height: SIZE - 2,
            rx: 8,
          }),
        );
      }
    }
    things.replaceChildren(
      ...ORDER.filter((layer) => PIECES.includes(layer)).flatMap((layer) =>
        level[layer].map((cell) => this.#tile(this.#tileOf(level, layer, cell), cell)),
      ),
    );
    if (level.player) things.append(this.#tile(level.game === "helltaker" ? "hero-d" : "player-d", level.player));
    this.#drawCursor();
  }

  #tileOf(level, layer, cell) {
    if (layer !== "boxes") return TILES[layer];
    const done = level.game === "sokoban" && level.goals.some((goal) => String(goal) === String(cell));
    return done ? "box-done" : BOX[level.game];
  }

  #tile(name, [row, column]) {
    return s("use", { href: `#t-${name}`, x: column * SIZE, y: row * SIZE, width: SIZE, height: SIZE });
  }

  #mark(name, [row, column]) {
    return s("use", {
      href: `#m-${name}`,
      class: `mark-${name}`,
      x: column * SIZE,
      y: row * SIZE,
      width: SIZE,
      height: SIZE,
    });
  }

  markProblems(cells) {
    this.problems = cells;
    this.#drawCursor();
  }

  #drawCursor() {
    this.cursor = [Math.min(this.cursor[0], this.height - 1), Math.min(this.cursor[1], this.width - 1)];
    this.layers[2].replaceChildren(
      ...(this.problems ?? []).map((cell) => this.#mark("problem", cell)),
      this.#mark("cursor", this.cursor),
    );
  }

  /** Arrows move the cursor, Space paints. Returns whether the key was one of these. */
  key(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step) {
      this.cursor = [
        Math.max(0, Math.min(this.height - 1, this.cursor[0] + step[0])),
        Math.max(0, Math.min(this.width - 1, this.cursor[1] + step[1])),
      ];
      this.#drawCursor();
      return true;
    }
    if (event.key !== " " && event.key !== "Enter") return false;
    this.onPaint(...this.cursor, null);
    return true;
  }
}
