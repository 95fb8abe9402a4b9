/* The laws of the three games, so that a key needs no server.

   Comes in:  a Board, a state, one key.
   Goes out:  {state, deed, cost} with a new state, or {no: "why the key does nothing"}.

   The twin of puzzle/rules/push.py and kick.py, line for line; a test walks both in lockstep. A state is never
   changed: what a key touches is copied, so undo goes back to an older object. */

import { KEYS } from "./level.js";

/** The position the level starts with. */
export function begin(board) {
  const owed = board.reading === "each-once" ? without(board.boxes, board.goals, board.settled) : new Set();
  return {
    player: board.player,
    boxes: board.boxes,
    holes: board.holes,
    owed, // each-once: where a box stands that has not been on a goal yet
    mobs: board.mobs,
    locks: board.locks,
    key: board.hasKey,
    odd: false, // whether an odd number of keys was pressed, which decides the traps
  };
}

const PUSH = { press: push, won: delivered };
const LAWS = { sokoban: PUSH, sink: PUSH, helltaker: { press: kick, won: reached } };

export const press = (board, state, key) => LAWS[board.game].press(board, state, key);

/** Whether the position is won after so much cost. */
export const won = (board, state, cost) => LAWS[board.game].won(board, state, cost);

// --- Sokoban, the sink and the hole ---------------------------------------------------------------------------------

function delivered(board, state) {
  if (board.reading === "each-once") return state.owed.size === 0;
  if (board.holes.size) return state.holes.size === 0;
  for (const cell of state.boxes) if (!board.goals.has(cell)) return false;
  return true;
}

function push(board, state, key) {
  const ahead = state.player + board.step[key];
  const beyond = ahead + board.step[key];
  if (board.walls.has(ahead)) return { no: "a wall is in the way" };
  if (state.holes.has(ahead)) return { no: "an open hole is in the way" };
  if (!state.boxes.has(ahead)) return { state: { ...state, player: ahead }, deed: "move", cost: 1 };
  if (board.walls.has(beyond)) return { no: "the box ahead stands against a wall" };
  if (state.boxes.has(beyond)) return { no: "the box ahead stands against another box" };
  let { boxes, holes, owed } = state;
  boxes = without(boxes, [ahead]);
  if (holes.has(beyond)) {
    holes = without(holes, [beyond]);
  } else {
    if (!board.sinks.has(beyond)) boxes.add(beyond);
    if (owed.has(ahead)) {
      owed = without(owed, [ahead]);
      if (!board.goals.has(beyond)) owed.add(beyond);
    }
  }
  return { state: { ...state, player: ahead, boxes, holes, owed }, deed: "push", cost: 1 };
}

// --- Helltaker ------------------------------------------------------------------------------------------------------

/** Beside a demoness, and the cost within the limit. */
function reached(board, state, cost) {
  return cost <= board.limit && KEYS.some((key) => board.demonesses.has(state.player + board.step[key]));
}

function kick(board, state, key) {
  const ahead = state.player + board.step[key];
  const beyond = ahead + board.step[key];
  if (board.walls.has(ahead)) return { no: "a wall is in the way" };
  if (board.demonesses.has(ahead)) return { no: "the demoness is in the way" };
  if (state.locks.has(ahead) && !state.key) return { no: "a lock is in the way, and the hero has no key" };
  const after = { ...state };
  let deed = "kick";
  if (state.boxes.has(ahead)) {
    const blocked = board.walls.has(beyond) || board.demonesses.has(beyond);
    if (!(blocked || state.boxes.has(beyond) || state.mobs.has(beyond) || state.locks.has(beyond))) {
      after.boxes = without(state.boxes, [ahead]).add(beyond);
    }
  } else if (state.mobs.has(ahead)) {
    after.mobs = without(state.mobs, [ahead]);
    const dies = board.walls.has(beyond) || state.boxes.has(beyond) || state.mobs.has(beyond);
    if (!dies) after.mobs.add(beyond);
  } else {
    deed = "move";
    after.player = ahead;
    if (state.locks.has(ahead)) after.locks = without(state.locks, [ahead]);
    if (board.keys.has(ahead)) after.key = true;
  }
  return { state: after, deed, cost: clock(board, after) ? 2 : 1 };
}

/** The traps toggle; then whatever stands on sharp ground feels it. Says whether the hero is hurt. */
function clock(board, state) {
  if (board.traps_down.size || board.traps_up.size) state.odd = !state.odd;
  const dead = [...state.mobs].filter((cell) => sharp(board, cell, state.odd));
  if (dead.length) state.mobs = without(state.mobs, dead);
  return sharp(board, state.player, state.odd);
}

/** Spikes, and the traps that are up after an odd or even number of keys. */
export function sharp(board, cell, odd) {
  return board.spikes.has(cell) || (odd ? board.traps_down : board.traps_up).has(cell);
}

function without(cells, ...others) {
  const rest = new Set(cells);
  for (const other of others) for (const cell of other) rest.delete(cell);
  return rest;
}
