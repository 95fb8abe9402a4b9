/* Shapes on a drawing: lines, rectangles and areas of cells; and whole drawings turned, mirrored, trimmed, moved.

   `cells` are rows of {ground, thing}, which are never changed: everything here makes new rows. A rectangle is
   {top, left, bottom, right}, its edges included. */

export const FLOOR = Object.freeze({ ground: "floor", thing: null });

/** The cells of a straight line (Bresenham's). */
export function lineCells([row, column], [toRow, toColumn]) {
  const [down, right] = [Math.abs(toRow - row), Math.abs(toColumn - column)];
  const [stepDown, stepRight] = [Math.sign(toRow - row), Math.sign(toColumn - column)];
  const cells = [];
  for (let rest = right - down; ;) {
    cells.push([row, column]);
    if (row === toRow && column === toColumn) return cells;
    const twice = 2 * rest;
    if (twice > -down) [rest, column] = [rest - down, column + stepRight];
    if (twice < right) [rest, row] = [rest + right, row + stepDown];
  }
}

export function rectangleOf([row, column], [toRow, toColumn]) {
  return {
    top: Math.min(row, toRow),
    left: Math.min(column, toColumn),
    bottom: Math.max(row, toRow),
    right: Math.max(column, toColumn),
  };
}

/** The cells on the edge of a rectangle. */
export function edgeCells({ top, left, bottom, right }) {
  const cells = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      if (row === top || row === bottom || column === left || column === right) cells.push([row, column]);
    }
  }
  return cells;
}

/** The cells around one that look the same and are connected with it. */
export function areaCells(cells, [row, column]) {
  const same = (one) => one && one.ground === cells[row][column].ground && one.thing === cells[row][column].thing;
  const seen = new Set([`${row},${column}`]);
  const found = [[row, column]];
  for (const [r, c] of found) {
    for (const [a, b] of [
      [r - 1, c],
      [r + 1, c],
      [r, c - 1],
      [r, c + 1],
    ]) {
      if (seen.has(`${a},${b}`) || !same(cells[a]?.[b])) continue;
      seen.add(`${a},${b}`);
      found.push([a, b]);
    }
  }
  return found;
}

/** A quarter turn to the right. */
export const turned = (cells) => cells[0].map((_, column) => cells.map((row) => row[column]).reverse());

/** Left and right swapped. */
export const mirrored = (cells) => cells.map((row) => [...row].reverse());

/** Without the rows and columns of bare floor around the drawing; at least 3 x 3 stay. */
export function trimmed(cells) {
  const bare = ({ ground, thing }) => ground === "floor" && !thing;
  const rows = cells.map((row) => !row.every(bare));
  const columns = cells[0].map((_, column) => !cells.every((row) => bare(row[column])));
  if (!rows.includes(true)) return cells;
  const range = (used) => {
    const first = used.indexOf(true);
    return [first, Math.max(used.lastIndexOf(true), Math.min(first + 2, used.length - 1))];
  };
  const [[top, bottom], [left, right]] = [range(rows), range(columns)];
  return cells.slice(top, bottom + 1).map((row) => row.slice(left, right + 1));
}

/** A rectangle of the drawing, changed by `change(rows)` and put at another place; where it was is floor. What would
    lie outside the board is lost. */
export function replaced(cells, { top, left, bottom, right }, change, down = 0, across = 0) {
  const part = change(cells.slice(top, bottom + 1).map((row) => row.slice(left, right + 1)));
  const next = cells.map((row) => [...row]);
  for (let row = top; row <= bottom; row++) next[row].fill(FLOOR, left, right + 1);
  part.forEach((row, r) =>
    row.forEach((cell, c) => {
      const [a, b] = [top + down + r, left + across + c];
      if (next[a]?.[b]) next[a][b] = cell;
    }),
  );
  return next;
}
