/* The keys for a click: to walk to a cell, or to push one box to a cell; null if there is no way.

   Walking, and kicking in Helltaker, try every step by the law itself, so that traps and spikes cost what they cost.
   Pushing a box looks at many more positions, and has a search of its own. */

import { GAMES } from "./games.js";
import { KEYS } from "./level.js";
import { press } from "./law.js";

const MOST_POSITIONS = 60_000;

/** The cheapest way to walk to a cell without moving anything. */
export function walk(board, state, target) {
  const still = (after) => after.boxes === state.boxes && after.mobs === state.mobs && after.holes === state.holes;
  return cheapest(board, state, still, (after) => after.player === target);
}

/** Keys that move the box to the target while nothing else moves: fewest pushes, then fewest moves. */
export function moveBox(board, state, box, target) {
  if (GAMES[board.game].plainPushes) return pushBox(board, state, box, target);
  const others = new Set(state.boxes);
  others.delete(box);
  const onlyThisBox = (after) => {
    if (after.mobs.size !== state.mobs.size || [...after.mobs].some((cell) => !state.mobs.has(cell))) return false;
    return [...others].every((cell) => after.boxes.has(cell));
  };
  const arrived = (after) => after.boxes.has(target) && !others.has(target);
  return cheapest(board, state, onlyThisBox, arrived);
}

/** Uniform-cost search. A step costs 1, or 2 if it hurts, so two buckets ahead are enough. */
function cheapest(board, state, allowed, arrived) {
  const seen = new Map();
  const name = ({ player, boxes, odd, key }) =>
    `${player}.${odd ? 1 : 0}${key ? 1 : 0}.${[...boxes].sort().join(".")}`;
  const buckets = [[{ state, keys: "" }]];
  for (let cost = 0; cost < buckets.length && seen.size < MOST_POSITIONS; cost++) {
    for (const node of buckets[cost] ?? []) {
      const id = name(node.state);
      if (seen.has(id)) continue;
      seen.set(id, true);
      if (arrived(node.state)) return node.keys;
      for (const key of KEYS) {
        const next = press(board, node.state, key);
        if (next.no || !allowed(next.state)) continue;
        (buckets[cost + next.cost] ??= []).push({ state: next.state, keys: node.keys + key });
      }
    }
  }
  return null;
}

// --- one box in the push games --------------------------------------------------------------------------------------

/* A node is (box, player beside it). The nodes with equally many pushes form a layer; within it, fewest moves win.
   A node of an earlier layer is never visited again. */
function pushBox(board, state, box, target) {
  const ways = boxWays(board, state, box, target);
  return ways.get(target) ?? null;
}

/** Every cell the box can be pushed to, with the keys; stops early at `target`, if given. */
export function boxWays(board, state, box, target = null) {
  const solid = (cell) => board.walls.has(cell) || (cell !== box && state.boxes.has(cell));
  const swallows = (cell) => board.sinks.has(cell) || state.holes.has(cell);
  const found = new Map();
  const seen = new Set();
  let layer = new Map([[`${box}.${state.player}`, { box, player: state.player, keys: "" }]]);
  while (layer.size) {
    const next = new Map();
    for (const [id, node] of layer) {
      seen.add(id);
      const best = found.get(node.box);
      if (best === undefined) found.set(node.box, node.keys);
    }
    if (target !== null && found.has(target)) return found;
    for (const node of layer.values()) {
      if (swallows(node.box)) continue;
      const walks = walksFrom(board, state, solid, node);
      for (const key of KEYS) {
        const behind = node.box - board.step[key];
        const to = node.box + board.step[key];
        if (solid(to) || !walks.has(behind)) continue;
        const after = { box: to, player: node.box, keys: node.keys + walks.get(behind) + key };
        const name = `${to}.${node.box}`;
        if (seen.has(name)) continue;
        if (!next.has(name) || next.get(name).keys.length > after.keys.length) next.set(name, after);
      }
    }
    // Fewest moves first, so that the first way found to a cell is the best of its layer.
    layer = new Map([...next].sort(([, one], [, other]) => one.keys.length - other.keys.length));
  }
  found.delete(box);
  return found;
}

/** Where the player can walk around a box, with the keys. */
function walksFrom(board, state, solid, { box, player }) {
  const walks = new Map([[player, ""]]);
  for (const [cell, keys] of walks) {
    for (const key of KEYS) {
      const to = cell + board.step[key];
      if (to === box || solid(to) || state.holes.has(to) || walks.has(to)) continue;
      walks.set(to, keys + key);
    }
  }
  return walks;
}
