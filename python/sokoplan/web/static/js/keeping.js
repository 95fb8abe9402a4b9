/* Adds to what is known of a puzzle: solutions that you or the engines found, and proofs.

   Nothing is kept that does not solve the level: every plan is replayed first. */

import { say } from "./dom.js";
import { replay } from "./game.js";
import { GAMES } from "./games.js";
import { boardOf, fingerprint, misshapen } from "./level.js";
import { better, measure } from "./metrics.js";
import { recordFor, writeRecords } from "./records.js";
import { slim, whole } from "./share.js";

const BY = ["moves", "pushes"];

const write = (prints) => writeRecords(prints).catch((error) => say(error.words ?? error.message, "wrong"));

/** Keeps a plan from the start of the level if it solves it. Returns {solution, best: {moves, pushes}}, which says by
    what it is the best so far; or null if it does not solve the level. */
export function keepSolution(board, print, keys, { by, own }) {
  const kept = improve(board, print, keys, { by, own });
  if (kept?.best.moves || kept?.best.pushes) write([print]);
  return kept;
}

function improve(board, print, keys, { by, own }) {
  const { game, no } = replay(board, keys);
  if (no || !game.won) return null;
  const solution = { keys: game.lurd, by, ...measure(game) };
  const record = recordFor(print, slim(board.level));
  const side = record[own ? "own" : "found"];
  const best = Object.fromEntries(BY.map((what) => [what, better(solution, side[what], what)]));
  for (const what of BY) if (best[what]) side[what] = solution;
  return { solution, best };
}

/** Keeps what an engine proved about the whole level. */
export function keepProof(level, print, { status, optimal, objective, moves, pushes, cost }) {
  const proof = {};
  if (status === "unsolvable") proof.unsolvable = true;
  else if (status !== "solved" || !optimal) return;
  else if (GAMES[level.game].measure === "cost") proof.moves = cost;
  else if (objective.startsWith("moves")) proof.moves = moves;
  else if (objective.startsWith("pushes")) proof.pushes = pushes;
  else return;
  Object.assign(recordFor(print, slim(level)).proved, proof);
  write([print]);
}

/** Keeps solutions of many levels, [{level, keys, by, own}]. Returns how many solve theirs. */
export async function keepSolutions(entries) {
  const prints = new Set();
  let solved = 0;
  for (const { level, keys, by, own } of entries) {
    const print = fingerprint(level);
    const kept = improve(boardOf(level), print, keys, { by, own });
    if (kept) solved++;
    if (kept?.best.moves || kept?.best.pushes) prints.add(print);
  }
  await write(prints);
  return solved;
}

/** Takes over the records of a backup. Returns how many solutions were in it. */
export async function mergeRecords(others) {
  const entries = [];
  const prints = new Set();
  for (const other of others) {
    const level = other?.level ? whole(other.level) : null;
    if (!level || misshapen(level)) continue;
    for (const side of ["own", "found"]) {
      for (const what of BY) {
        const { keys, by } = other[side]?.[what] ?? {};
        if (typeof keys === "string") entries.push({ level, keys, by: String(by ?? ""), own: side === "own" });
      }
    }
    const print = fingerprint(level);
    const record = recordFor(print, slim(level));
    const known = other.proved ?? {};
    for (const what of BY) if (Number.isInteger(known[what])) record.proved[what] ??= known[what];
    if (known.unsolvable === true) record.proved.unsolvable = true;
    prints.add(print);
  }
  const solved = await keepSolutions(entries);
  await write(prints);
  return solved;
}
