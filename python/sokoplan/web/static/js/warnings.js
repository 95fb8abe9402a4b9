/* Warnings during play: boxes that can no longer be saved, squares from which no box is ever saved.

   Comes in:  the desk's position.     Goes out: marks on the board, a sentence.

   The server judges (it is sound: what it marks is really lost); positions that are asked again come from memory. */

import * as api from "./api.js";
import { later } from "./dom.js";
import { cellNumber } from "./level.js";
import { keep, recall } from "./store.js";

export function lossWarnings(desk, status) {
  const { view, board, game } = desk;
  const known = new Map();
  let waiting = null;
  const self = {
    on: recall("warn", true),
    dead: recall("dead", false),
    turn: (on) => keep("warn", (self.on = on)),
    showDead: (on) => keep("dead", (self.dead = on)),
    look,
    clear,
  };

  const ask = later(async () => {
    const here = game.here();
    if (!here) return;
    const { player, boxes, holes, settled, mobs, locks, traps_up: up, has_key: key, limit } = here;
    const name = JSON.stringify([player, boxes, holes, settled, mobs, locks, up, key, limit]);
    try {
      waiting?.abort();
      waiting = new AbortController();
      if (!known.has(name)) known.set(name, await api.warn(here, waiting.signal));
      show(known.get(name));
    } catch {
      // A warning is a courtesy: without a server the game goes on.
    }
  }, 120);

  function look() {
    clear();
    if ((self.on || self.dead) && !game.won) ask();
  }

  function show({ dead, frozen, lost, words }) {
    const numbers = (cells) => cells.map((pair) => cellNumber(board, pair));
    view.mark("dead", self.dead ? numbers(dead) : [], "under");
    view.mark("lost", self.on ? numbers(frozen).filter((cell) => game.state.boxes.has(cell)) : []);
    if (self.on && lost) status.textContent = words || "This game can no longer be won. Undo helps.";
  }

  function clear() {
    ask.cancel();
    waiting?.abort();
    view.mark("dead", [], "under");
    view.mark("lost", []);
  }

  return self;
}
