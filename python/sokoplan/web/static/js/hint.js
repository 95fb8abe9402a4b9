/* A hint: the next push of some plan from here.

   Comes in:  the desk.     Goes out: an arrow on the board, and a sentence. */

import { DIRECTION, boardOf, cellPair } from "./level.js";
import { runJob } from "./job.js";
import { replay } from "./game.js";

const SECONDS = 20;

/** {words, stop}: a promise of the sentence, and a way not to wait for it. */
export function askHint(desk) {
  const here = desk.game.here();
  if (desk.game.won || !here) return { words: Promise.resolve("It is won already."), stop: () => {} };
  const job = runJob({ level: here, engine: "auto", objective: "any", seconds: SECONDS }, () => {});
  return { words: answer(desk, here, job), stop: job.stop };
}

async function answer({ game, board, view }, here, job) {
  const before = game.keys;
  const { result, refusal } = await job.finished;
  if (refusal) return refusal;
  if (game.keys !== before) return "You have moved on; ask again.";
  if (result.status === "unsolvable") return "From here there is no way to win; that is proved. Undo helps.";
  if (result.status !== "solved") return `No plan was found in ${SECONDS} seconds. The Solve tab has more patience.`;
  return point(board, view, game.state, here, result.lurd.toLowerCase());
}

/** Shows the first push or kick of the plan; a plan without one is shown by its first step. */
function point(board, view, state, here, keys) {
  const { game } = replay(boardOf(here), keys);
  const index = game.done.findIndex(({ deed }) => deed !== "move");
  const key = keys[Math.max(index, 0)];
  const from = index > 0 ? game.done[index - 1].state.player : state.player;
  const target = index < 0 ? from : from + board.step[key];
  view.mark(`hint-${key}`, [target]);
  const [row, column] = cellPair(board, target);
  const what =
    index < 0
      ? "Walk"
      : board.game === "helltaker"
        ? `Kick what is at (${row}, ${column})`
        : `Push the box at (${row}, ${column})`;
  return `${what} ${DIRECTION[key]}.`;
}
