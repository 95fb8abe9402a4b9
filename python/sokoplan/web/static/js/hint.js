/* A hint: the next push of a plan from here, as an arrow on the board and as a sentence. */

import { boardOf, placeWords } from "./level.js";
import { runJob } from "./job.js";
import { replay } from "./game.js";

const SECONDS = 20;
const TOWARDS = { u: "up", d: "down", l: "to the left", r: "to the right" };

/** {words, stop}: a promise of the sentence, and a function that gives the search up. */
export function askHint(desk) {
  const here = desk.game.here();
  if (desk.game.won || !here) return { words: Promise.resolve("This game is already won."), stop: () => {} };
  const job = runJob({ level: here, engine: "auto", objective: "any", seconds: SECONDS }, () => {});
  return { words: answer(desk, here, job), stop: job.stop };
}

async function answer({ game, board, view }, here, job) {
  const before = game.keys;
  const { result, refusal } = await job.finished;
  if (refusal) return refusal;
  if (game.keys !== before) return "You have moved since. Ask again.";
  if (result.status === "unsolvable") return "This position cannot be won: that is proved. Undo some moves.";
  if (result.status !== "solved") return `No plan found in ${SECONDS} seconds. The Solve tab allows more time.`;
  return point(board, view, game.state, here, result.lurd.toLowerCase());
}

/** Shows the first push or kick of the plan; or its first step, if it has none. */
function point(board, view, state, here, keys) {
  const { game } = replay(boardOf(here), keys);
  const index = game.done.findIndex(({ deed }) => deed !== "move");
  const key = keys[Math.max(index, 0)];
  const from = index > 0 ? game.done[index - 1].state.player : state.player;
  const target = index < 0 ? from : from + board.step[key];
  view.mark(`hint-${key}`, [target]);
  const where = placeWords(board, target);
  const what =
    index < 0 ? "Walk" : board.game === "helltaker" ? `Kick what is at ${where}` : `Push the box at ${where}`;
  return `${what} ${TOWARDS[key]}.`;
}
