/* The small picture of a level on its card: the real pieces on a canvas, in the colours of the theme. */

import { h } from "./dom.js";
import { tileOf } from "./games.js";
import { cellPair } from "./level.js";
import { floorPath, scenery, wallPath } from "./scenery.js";
import { colour, stamps } from "./stamps.js";

const UNIT = 16; // of the paths of floor and walls
const LARGEST = 34; // pixels to a cell, so that a tiny level does not look coarse

/** A canvas of this size in pixels of the page, with the board in its middle. */
export function thumb(board, width, height) {
  const dense = Math.min(devicePixelRatio || 1, 2);
  const canvas = h("canvas", { class: "thumb", width: width * dense, height: height * dense, "aria-hidden": "true" });
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  stamps().then((stamp) => paint(canvas, board, stamp, LARGEST * dense));
  return canvas;
}

function paint(canvas, board, stamp, largest) {
  const context = canvas.getContext("2d");
  const { floor, walls, margin } = scenery(board);
  const [columns, rows] = [board.width + 2 * margin, board.height + 2 * margin];
  const size = Math.min(canvas.width / columns, canvas.height / rows, largest);
  const left = (canvas.width - columns * size) / 2 + margin * size;
  const top = (canvas.height - rows * size) / 2 + margin * size;
  context.setTransform(size / UNIT, 0, 0, size / UNIT, left, top);
  const fill = (name, path) => {
    context.fillStyle = colour(name);
    context.fill(new Path2D(path));
  };
  fill("--floor", floorPath(board, floor, UNIT, 0));
  fill("--floor-two", floorPath(board, floor, UNIT, 1));
  fill("--wall-side", wallPath(board, walls, UNIT, 3, 0));
  fill("--wall", wallPath(board, walls, UNIT, 3, 2.7));
  const draw = (cells, tile) => {
    for (const cell of cells) {
      const [row, column] = cellPair(board, cell);
      stamp(context, tile, column * UNIT, row * UNIT, UNIT);
    }
  };
  draw(board.goals, "goal");
  draw(board.sinks, "sink");
  draw(board.holes, "hole");
  draw(board.spikes, "spikes");
  draw(board.traps_down, "trap-down");
  draw(board.traps_up, "trap-up");
  draw(board.keys, "key");
  draw(board.locks, "lock");
  draw(board.demonesses, "demoness");
  draw(board.mobs, "mob");
  const box = tileOf(board.game, "box");
  const done = (cell) => board.game === "sokoban" && board.goals.has(cell);
  for (const cell of board.boxes) draw([cell], done(cell) ? "box-done" : box);
  draw([board.player], tileOf(board.game, "player"));
}
