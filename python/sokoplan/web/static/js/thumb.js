/* The small picture of a level on its card: a handful of SVG paths, however large the board. */

import { cellPair } from "./level.js";
import { s } from "./dom.js";
import { floorPath, scenery, wallPath } from "./scenery.js";

const SIZE = 10;

export function thumb(board) {
  const { floor, walls, margin } = scenery(board);
  const [width, height] = [(board.width + 2 * margin) * SIZE, (board.height + 2 * margin) * SIZE];
  const box = `${-margin * SIZE} ${-margin * SIZE} ${width} ${height}`;
  const picture = s("svg", { class: "thumb", viewBox: box, "aria-hidden": "true" });
  const add = (name, d) => d && picture.append(s("path", { class: name, d }));
  add("floor-one", floorPath(board, floor, SIZE, 0) + floorPath(board, floor, SIZE, 1));
  add("wall-top", wallPath(board, walls, SIZE, 2, 0));
  const shapes = (cells, shape) => [...cells].map((cell) => shape(...corner(board, cell))).join("");
  add("thumb-goal", shapes(board.goals, diamond));
  add("thumb-pit", shapes([...board.sinks, ...board.holes], disc));
  add("thumb-sharp", shapes([...board.spikes, ...board.traps_down, ...board.traps_up], triangle));
  add("thumb-gold", shapes([...board.keys, ...board.locks], diamond));
  const done = [...board.boxes].filter((cell) => board.goals.has(cell));
  const open = [...board.boxes].filter((cell) => !board.goals.has(cell));
  const stones = board.game !== "sokoban";
  add(stones ? "thumb-stone" : "thumb-box", shapes(open, stones ? disc : square));
  add("thumb-done", shapes(done, square));
  add("thumb-mob", shapes(board.mobs, disc));
  add("thumb-demoness", shapes(board.demonesses, heart));
  add("thumb-player", shapes([board.player], disc));
  return picture;
}

function corner(board, cell) {
  const [row, column] = cellPair(board, cell);
  return [column * SIZE, row * SIZE];
}

const square = (x, y) => `M${x + 2.5} ${y + 1.5}h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1z`;
const disc = (x, y) => `M${x + 1.4} ${y + 5}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z`;
const diamond = (x, y) => `M${x + 5} ${y + 2}l3 3l-3 3l-3-3z`;
const triangle = (x, y) => `M${x + 5} ${y + 2}l3 6h-6z`;
const heart = (x, y) => `M${x + 5} ${y + 8.4}c-6-4-3.5-8.5 0-5.8c3.5-2.7 6 1.8 0 5.8z`;
