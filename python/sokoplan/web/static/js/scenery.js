/* The part of a board that never moves: floor and walls, as a few long paths.

   Only walls that touch a room are drawn, and only floor inside a room; a board without walls at its edge gets them
   drawn around it. A cell has `size` units. */

import { KEYS, cellPair, reachable } from "./level.js";

/** {floor, walls}: the cells to draw, and `margin`: 1 where the ring around the board is among them. */
export function scenery(board) {
  const inside = new Set(rooms(board));
  const walls = new Set();
  for (const cell of inside) {
    for (const row of [-board.stride, 0, board.stride]) {
      for (const near of [row - 1, row, row + 1].map((step) => cell + step)) {
        if (board.walls.has(near)) walls.add(near);
      }
    }
  }
  const ring = [...walls].some((cell) => {
    const [row, column] = cellPair(board, cell);
    return row < 0 || column < 0 || row >= board.height || column >= board.width;
  });
  return { floor: inside, walls, margin: ring ? 1 : 0 };
}

/** Floor that is not outside: what the player may reach, and rooms closed in by walls. */
function rooms(board) {
  const inside = reachable(board);
  const outside = new Set();
  const rest = [];
  for (let row = 0; row < board.height; row++) {
    for (let column = 0; column < board.width; column++) {
      const cell = (row + 1) * board.stride + column + 1;
      if (board.walls.has(cell) || inside.has(cell)) continue;
      rest.push(cell);
      if (row === 0 || column === 0 || row === board.height - 1 || column === board.width - 1) outside.add(cell);
    }
  }
  for (const cell of outside) {
    for (const key of KEYS) {
      const near = cell + board.step[key];
      if (!board.walls.has(near) && !inside.has(near)) outside.add(near);
    }
  }
  return [...inside, ...rest.filter((cell) => !outside.has(cell))];
}

/** Squares of one colour of the chequered floor. */
export function floorPath(board, cells, size, odd) {
  let path = "";
  for (const cell of cells) {
    const [row, column] = cellPair(board, cell);
    if ((row + column) % 2 === odd) path += `M${column * size} ${row * size}h${size}v${size}h${-size}z`;
  }
  return path;
}

/** Walls as one shape: corners are round where nothing joins them; `lip` is cut off where a wall ends below. */
export function wallPath(board, walls, size, round, lip) {
  let path = "";
  for (const cell of walls) {
    const [row, column] = cellPair(board, cell);
    const at = (down, right) => walls.has(cell + down * board.stride + right);
    const [up, down, left, right] = [at(-1, 0), at(1, 0), at(0, -1), at(0, 1)];
    const tall = size - (down ? 0 : lip);
    const corner = (one, other) => (one || other ? 0 : round);
    const [a, b, c, d] = [corner(up, left), corner(up, right), corner(down, right), corner(down, left)];
    const [x, y] = [column * size, row * size];
    path += `M${x + a} ${y}H${x + size - b}${arc(b, 1, 1)}V${y + tall - c}${arc(c, -1, 1)}`;
    path += `H${x + d}${arc(d, -1, -1)}V${y + a}${arc(a, 1, -1)}Z`;
  }
  return path;
}

/** The joints between adjacent walls: short lines, so that a long wall looks like blocks. */
export function seamPath(board, walls, size, lip) {
  let path = "";
  for (const cell of walls) {
    const [row, column] = cellPair(board, cell);
    const tall = size - (walls.has(cell + board.stride) && walls.has(cell + board.stride + 1) ? 0 : lip);
    if (walls.has(cell + 1)) path += `M${(column + 1) * size} ${row * size}v${tall}`;
    if (walls.has(cell + board.stride)) path += `M${column * size} ${(row + 1) * size}h${size}`;
  }
  return path;
}

const arc = (radius, x, y) => (radius ? `a${radius} ${radius} 0 0 1 ${radius * x} ${radius * y}` : "");
