/* Warnings during play: boxes that can no longer reach a goal, and dead squares, from which no box ever can. They are
   marked on the board, and a sentence says what is lost.

   The server finds them. What it marks is certainly lost; what it does not mark may be lost too. */

import * as api from "./api.js";
import { later } from "./dom.js";
import { cellNumber } from "./level.js";
import { keep, recall } from "./store.js";

export function lossWarnings(desk, status) {
  const { view, board, game } = desk;
  const known = new Map(); // answers for positions that were asked before
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
      // Without the server there are no warnings, but the game goes on.
    }
  }, 120);

  function look() {
    clear();
    if ((self.on || self.dead) && !game.won && !api.STATIC) ask();
  }

  function show({ dead, frozen, lost, words }) {
    const numbers = (cells) => cells.map((pair) => cellNumber(board, pair));
    view.mark("dead", self.dead ? numbers(dead) : [], "under");
    view.mark("lost", self.on ? numbers(frozen).filter((cell) => game.state.boxes.has(cell)) : []);
    if (self.on && lost) status.textContent = stuckWords(frozen.length) ?? words;
  }

  /** The marks show which boxes; the sentence need not say where they are. */
  function stuckWords(boxes) {
    const target = board.holes.size ? "hole" : board.sinks.size ? "sink" : "goal";
    if (boxes === 1) return `Stuck: this box can no longer reach a ${target}.`;
    return boxes ? `Stuck: these boxes can no longer all reach a ${target}.` : null;
  }

  function clear() {
    ask.cancel();
    waiting?.abort();
    view.mark("dead", [], "under");
    view.mark("lost", []);
  }

  return self;
}
