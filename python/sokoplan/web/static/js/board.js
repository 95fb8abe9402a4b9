/* A board on the screen, in SVG, that follows a game.

   What never moves is drawn once. Boxes, mobs and the player are elements that get a new transform; the style sheet
   animates the change. */

import { GAMES } from "./games.js";
import { cellNumber, cellPair, placeWords } from "./level.js";
import { count, s } from "./dom.js";
import { floorPath, scenery, seamPath, wallPath } from "./scenery.js";

export const SIZE = 64;

export class BoardView {
  constructor(board, { label = "" } = {}) {
    this.board = board;
    this.title = label;
    const { floor, walls, margin } = scenery(board);
    this.margin = margin;
    this.layers = {};
    for (const name of ["floor", "ground", "under", "things", "over"]) this.layers[name] = s("g", { class: name });
    this.element = s(
      "svg",
      {
        class: "board",
        role: "img",
        "aria-label": label,
      },
      ...Object.values(this.layers),
    );
    this.#drawFloor(floor, walls);
    this.things = { box: new Map(), mob: new Map() };
    this.grounds = new Map();
    this.marks = new Map();
  }

  #drawFloor(floor, walls) {
    const { board } = this;
    const path = (name, d) => s("path", { class: name, d });
    this.layers.floor.append(
      path("floor-one", floorPath(board, floor, SIZE, 0)),
      path("floor-two", floorPath(board, floor, SIZE, 1)),
      path("wall-shade", wallPath(board, walls, SIZE, 12, 0)),
      path("wall-side", wallPath(board, walls, SIZE, 12, 0)),
      path("wall-top", wallPath(board, walls, SIZE, 12, 11)),
      path("wall-seam", seamPath(board, walls, SIZE, 11)),
    );
    for (const cell of board.demonesses) this.layers.things.append(this.#thing("demoness", cell));
  }

  /** The part of the plane that the board takes up, in units. */
  get bounds() {
    const { board, margin } = this;
    const [width, height] = [(board.width + 2 * margin) * SIZE, (board.height + 2 * margin) * SIZE];
    return { x: -margin * SIZE, y: -margin * SIZE, width, height };
  }

  /** A point of the screen in units of the board. */
  pointAt(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.element.getScreenCTM().inverse());
  }

  /** The cell under a point of the screen, or null. */
  cellAt(x, y) {
    const point = this.pointAt(x, y);
    const [row, column] = [Math.floor(point.y / SIZE), Math.floor(point.x / SIZE)];
    const inside = row >= 0 && column >= 0 && row < this.board.height && column < this.board.width;
    return inside ? cellNumber(this.board, [row, column]) : null;
  }

  // --- following a game ---------------------------------------------------------------------------------------------

  show(state, facing = "d") {
    const { board } = this;
    this.#showGround(state);
    this.#showThings("box", state.boxes, (cell) => this.#boxTile(state, cell));
    this.#showThings("mob", state.mobs, () => "mob");
    const who = GAMES[board.game].player;
    if (!this.player) this.layers.things.append((this.player = this.#thing(`${who}-${facing}`, state.player)));
    turn(this.player, `${who}-${facing}`);
    moveTo(board, this.player, state.player);
    this.element.setAttribute("aria-label", `${this.title} ${describe(board, state)}`.trim());
  }

  #boxTile(state, cell) {
    const { box } = GAMES[this.board.game];
    if (box !== "box") return box;
    const done = this.board.reading === "each-once" ? !state.owed.has(cell) : this.board.goals.has(cell);
    return done ? "box-done" : "box";
  }

  #showGround(state) {
    const { board } = this;
    const tiles = new Map();
    const put = (cells, tile) => cells.forEach((cell) => tiles.set(cell, tile));
    put(board.goals, "goal");
    put(board.sinks, "sink");
    put(state.holes, "hole");
    put(board.spikes, "spikes");
    put(board.traps_down, state.odd ? "trap-up" : "trap-down");
    put(board.traps_up, state.odd ? "trap-down" : "trap-up");
    if (!state.key) put(board.keys, "key");
    put(state.locks, "lock");
    for (const [cell, element] of this.grounds) {
      if (tiles.has(cell)) continue;
      element.remove();
      this.grounds.delete(cell);
    }
    for (const [cell, tile] of tiles) {
      if (this.grounds.has(cell)) turn(this.grounds.get(cell), tile);
      else this.layers.ground.append(this.grounds.set(cell, this.#thing(tile, cell)).get(cell));
    }
  }

  /** A thing that left its cell moves to the nearest newly occupied cell; the others vanish or appear. */
  #showThings(kind, cells, tile) {
    const shown = this.things[kind];
    const left = [...shown.keys()].filter((cell) => !cells.has(cell));
    const taken = [...cells].filter((cell) => !shown.has(cell));
    for (const to of taken) {
      const from = nearest(this.board, left, to);
      let element = shown.get(from);
      if (element) {
        left.splice(left.indexOf(from), 1);
        shown.delete(from);
      } else {
        element = this.#thing(tile(to), to);
        // Before the player, who is drawn last and stands in front.
        this.layers.things.insertBefore(element, this.player ?? null);
      }
      shown.set(to, element);
      moveTo(this.board, element, to);
    }
    for (const cell of left) {
      vanish(shown.get(cell), this.board, this.#swallower(cell));
      shown.delete(cell);
    }
    for (const [cell, element] of shown) turn(element, tile(cell));
  }

  /** The sink or hole beside a box that vanished, so that the box is seen to go there. */
  #swallower(cell) {
    const { board } = this;
    const near = Object.values(board.step).map((step) => cell + step);
    return near.find((other) => board.sinks.has(other) || board.holes.has(other)) ?? cell;
  }

  #thing(tile, cell) {
    const use = s("use", { href: `#t-${tile}`, width: SIZE, height: SIZE });
    const element = s("g", { class: "thing" }, s("g", { class: "pose" }, use));
    moveTo(this.board, element, cell);
    return element;
  }

  // --- marks --------------------------------------------------------------------------------------------------------

  /** Marks exactly these cells with one kind of mark. `where` is "under" or "over" the things. */
  mark(kind, cells, where = "over") {
    this.marks.get(kind)?.remove();
    const group = s("g", { class: `marks ${kind}` });
    for (const cell of cells) {
      const use = s("use", { href: `#m-${kind}`, width: SIZE, height: SIZE });
      moveTo(this.board, use, cell);
      group.append(use);
    }
    this.marks.set(kind, group);
    this.layers[where].append(group);
  }

  /** Numbers on cells, in place of those before: {cell, text, kind, corner}. A `kind` is a class of the style sheet; `corner`
      leaves the middle of the cell to another one. */
  badges(labels) {
    this.marks.get("labels")?.remove();
    const group = s("g", { class: "labels" });
    for (const { cell, text, kind, corner } of labels) {
      const [x, y, r] = corner ? [50, 50, 12] : kind === "box" ? [32, 29, 15] : [32, 32, 17];
      const size = r * (text.length === 1 ? 1.35 : text.length === 2 ? 1.15 : 0.85);
      const label = s(
        "g",
        { class: `label ${kind}` },
        kind === "parked"
          ? [
              s("rect", { x: 4, y: 4, width: 56, height: 56, rx: 8 }),
              s("text", { x: 32, y: 23, "font-size": 17 }, text),
            ]
          : [s("circle", { cx: x, cy: y, r }), s("text", { x, y: y + 0.36 * size, "font-size": size }, text)],
      );
      moveTo(this.board, label, cell);
      group.append(label);
    }
    this.marks.set("labels", group);
    this.layers.over.append(group);
  }

  /** Shows how often each cell was visited (a Map): by a number, and by its shade. */
  heat(visits) {
    this.marks.get("heat")?.remove();
    const group = s("g", { class: "marks heat" });
    const most = Math.max(5, ...visits.values());
    for (const [cell, times] of visits) {
      const [row, column] = cellPair(this.board, cell);
      const square = s("rect", { x: column * SIZE, y: row * SIZE, width: SIZE, height: SIZE });
      square.style.opacity = String(0.08 + 0.5 * (times / most));
      const number = s("text", { x: column * SIZE + 6, y: row * SIZE + 16 }, String(times));
      group.append(square, number);
    }
    this.marks.set("heat", group);
    this.layers.under.append(group);
  }
}

function moveTo(board, element, cell) {
  const [row, column] = cellPair(board, cell);
  element.style.transform = `translate(${column * SIZE}px, ${row * SIZE}px)`;
}

function turn(element, tile) {
  const use = element.querySelector("use");
  if (use.getAttribute("href") !== `#t-${tile}`) use.setAttribute("href", `#t-${tile}`);
}

function vanish(element, board, cell) {
  moveTo(board, element, cell);
  element.classList.add("gone");
  setTimeout(() => element.remove(), 260);
}

function nearest(board, cells, to) {
  let best = null;
  let least = Infinity;
  const [row, column] = cellPair(board, to);
  for (const cell of cells) {
    const [r, c] = cellPair(board, cell);
    const distance = Math.abs(r - row) + Math.abs(c - column);
    if (distance < least) [best, least] = [cell, distance];
  }
  return best;
}

/** The position in words, for screen readers. */
function describe(board, state) {
  const at = (cell) => placeWords(board, cell);
  const boxes = [...state.boxes].sort((a, b) => a - b);
  const list = boxes.length && boxes.length <= 12 ? `: ${boxes.map(at).join("; ")}` : "";
  return `Player at ${at(state.player)}. ${count(boxes.length, "box")}${list}.`;
}
