/* How good a solution is, and which of two is better.

   Solutions are compared as in YASC: the one with fewer moves is better by moves, the one with fewer pushes by pushes;
   what is equal is decided by the other number, then by box lines, box changes, pushing sessions and player lines
   (puzzle/plan.py counts the same). In Helltaker the cost takes the place of the moves. */

import { GAMES } from "./games.js";

/** {moves, pushes, lines} of a played game; `lines` are the four numbers that decide a tie. */
export function measure(game) {
  const { board, done } = game;
  let [boxLines, boxChanges, sessions, playerLines] = [0, 0, 0, 0];
  let [box, way, pushing, direction] = [null, "", false, ""];
  for (const { key, deed, state } of done) {
    if (key !== direction) playerLines++;
    direction = key;
    if (deed === "move") {
      pushing = false;
      continue;
    }
    const from = state.player; // in the push games the player now stands where the box was
    if (!pushing) sessions++;
    if (from !== box) boxChanges++;
    if (from !== box || key !== way) boxLines++;
    [box, way, pushing] = [from + board.step[key], key, true];
  }
  const moves = GAMES[board.game].measure === "cost" ? game.cost : game.moves;
  return { moves, pushes: game.pushes, lines: [boxLines, boxChanges, sessions, playerLines] };
}

/** Whether the first solution is better than the second, by "moves" or by "pushes". */
export function better(one, other, by) {
  if (!other) return true;
  const [a, b] = [one, other].map(({ moves, pushes, lines }) =>
    by === "moves" ? [moves, pushes, ...lines] : [pushes, moves, ...lines],
  );
  const index = a.findIndex((number, place) => number !== b[place]);
  return index >= 0 && a[index] < b[index];
}
