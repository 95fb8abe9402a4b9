/* Hints in three strengths: which box, where it goes, and the next push. Each can be carried out.

   A kept solution that passes through this position is used first; only then an engine is asked. */

import { GAMES } from "./games.js";
import { runJob } from "./job.js";
import { replay } from "./game.js";
import { KEYS, boardOf, placeWords } from "./level.js";
import { walk } from "./paths.js";
import { plansOf } from "./solutions.js";

const SECONDS = 20;
const TOWARDS = { u: "up", d: "down", l: "to the left", r: "to the right" };
export const STRONGEST = 3;

/** {answer, stop}: a promise of {keys} (a plan from here) or of {words}, and a function that gives the search up. */
export function askHint(desk) {
  const { game } = desk;
  const here = game.here();
  if (game.won || !here) return { answer: Promise.resolve({ words: "This game is already won." }), stop: () => {} };
  const known = keptPlan(desk);
  if (known) return { answer: Promise.resolve({ keys: known }), stop: () => {} };
  const job = runJob({ level: here, engine: "auto", objective: "any", seconds: SECONDS }, () => {});
  return { answer: answer(game, job), stop: job.stop };
}

async function answer(game, job) {
  const before = game.keys;
  const { result, refusal } = await job.finished;
  if (refusal) return { words: refusal };
  if (game.keys !== before) return { words: "You have moved since. Ask again." };
  if (result.status === "unsolvable")
    return { words: "This position cannot be won: that is proved. Undo some moves." };
  if (result.status !== "solved")
    return { words: `No plan found in ${SECONDS} seconds. The Solve tab allows more time.` };
  return { keys: result.lurd.toLowerCase() };
}

/** The rest of a kept solution that passes through this position, or null. */
function keptPlan(desk) {
  const { board, game } = desk;
  const plans = plansOf(desk).map(({ keys }) => keys.toLowerCase());
  if (desk.plan && (desk.plan.reading ?? desk.level.reading) === desk.level.reading) plans.push(desk.plan.keys.toLowerCase());
  for (const keys of plans) {
    const { game: played } = replay(board, keys);
    if (!played.won) continue;
    // Where walking is not free every move counts, so only the very same moves lead there.
    if (!GAMES[board.game].plainPushes) {
      if (keys.startsWith(game.keys)) return keys.slice(game.moves);
      continue;
    }
    // The last time that the boxes are where they are now, and the player can be where the plan has them.
    const states = [played.first, ...played.done.map(({ state }) => state)];
    for (let index = states.length - 1; index >= 0; index--) {
      if (!sameBoxes(states[index], game.state)) continue;
      const way = walk(board, game.state, states[index].player);
      if (way !== null) return way + keys.slice(index);
    }
  }
  return null;
}

function sameBoxes(one, other) {
  const same = (a, b) => a.size === b.size && [...a].every((cell) => b.has(cell));
  return same(one.boxes, other.boxes) && same(one.holes, other.holes) && same(one.owed, other.owed);
}

/** What a hint of this strength says and marks, and the keys that carry it out: {words, marks: [[kind, cell]], keys}. */
export function hintOf(board, state, here, plan, strength) {
  const { game } = replay(boardOf(here), plan);
  const first = game.done.findIndex(({ deed }) => deed !== "move");
  const key = plan[Math.max(first, 0)];
  const from = first > 0 ? game.done[first - 1].state.player : state.player;
  const target = first < 0 ? from : from + board.step[key];
  const mark = [`hint-${key}`, target];
  const keys = plan.slice(0, first + 1) || plan;
  if (first < 0) return { words: `Walk ${TOWARDS[key]}.`, marks: [mark], keys };
  if (!GAMES[board.game].plainPushes)
    return { words: `Kick what is at ${placeWords(board, target)} ${TOWARDS[key]}.`, marks: [mark], keys };
  const { last, to } = run(board, game, first);
  const where = placeWords(board, target);
  if (strength === 1) return { words: `Look at the box at ${where}.`, marks: [["chosen", target]], keys };
  if (strength === 2) {
    const marks = [
      ["chosen", target],
      ["target", to],
    ];
    return {
      words: `Bring the box at ${where} to ${placeWords(board, to)}.`,
      marks,
      keys: plan.slice(0, last + 1),
    };
  }
  return { words: `Push the box at ${where} ${TOWARDS[key]}.`, marks: [mark], keys };
}

/** How far one box is brought before another is pushed: the index of its last push, and where it ends up. */
function run(board, game, first) {
  let [last, to] = [first, game.done[first].state.player + board.step[game.done[first].key]];
  for (let index = first + 1; index < game.done.length; index++) {
    const { deed, key, state } = game.done[index];
    if (deed === "move") continue;
    if (state.player !== to) break;
    [last, to] = [index, to + board.step[key]];
  }
  return { last, to };
}

/** Every kind of mark that a hint makes. */
export const HINT_MARKS = ["chosen", "target", ...KEYS.map((key) => `hint-${key}`)];
