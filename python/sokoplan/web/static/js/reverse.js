/* Reverse play: the boxes stand on the goals, and you pull them to where the level begins. Many a level is easier to
   understand from its end. When all are home, the pulls played backwards are a solution, and it is kept as yours.

   Arrows walk; with a box behind you, Shift or the switch "Pull" takes it along. Dragging a box pulls it where it is
   dropped, and clicking the floor walks. Before the first pull a click puts the player anywhere. For Sokoban only. */

import { count, h, say, toggle } from "./dom.js";
import { KEYS } from "./level.js";
import { keepSolution } from "./keeping.js";

const OPPOSITE = { u: "d", d: "u", l: "r", r: "l" };

/** {element, on, press, cell, lift, drop, undo, restart, leave}; null for a game that has no reverse. */
export function reversePart(desk, entered, left) {
  const { board, view } = desk;
  if (board.game !== "sokoban" || board.reading !== "end") return null;
  const words = h("p", { class: "facts", hidden: true, role: "status" });
  const pull = toggle("Pull (or hold Shift)", false, (on) => (pulling = on));
  pull.hidden = true;
  const turn = toggle("Reverse play: pull boxes from the goals", false, start);
  const element = h("div", { class: "reverse" }, turn, pull, words);
  let pulling = false;
  let shift = false;
  let state = null; // {player, boxes}
  let done = []; // {key, pulled, state} before each key

  const self = { element, on: false, press, cell, lift, drop, undo, restart, leave };
  const listen = (event) => (shift = event.shiftKey);

  function start(on) {
    self.on = on;
    words.hidden = pull.hidden = !on;
    if (on) {
      entered();
      for (const name of ["keydown", "keyup"]) addEventListener(name, listen, { capture: true });
      restart();
    } else {
      for (const name of ["keydown", "keyup"]) removeEventListener(name, listen, { capture: true });
      view.mark("home", []);
      left();
    }
  }

  function restart() {
    // As many goals as there are boxes; the player begins beside one of them.
    const boxes = new Set([...board.goals].sort((a, b) => a - b).slice(0, board.boxes.size));
    const free = (place) => !board.walls.has(place) && !boxes.has(place);
    const beside = [...boxes].flatMap((box) => KEYS.map((key) => box + board.step[key])).filter(free);
    const roomy = beside.find((place) => KEYS.some((key) => free(place + board.step[key])));
    state = { player: roomy ?? beside[0] ?? board.player, boxes };
    done = [];
    show();
  }

  function show() {
    view.show({ ...desk.game.first, player: state.player, boxes: state.boxes }, done.at(-1)?.key ?? "d");
    view.mark("home", board.boxes, "under");
    const pulls = done.filter(({ pulled }) => pulled).length;
    const home = [...state.boxes].filter((box) => board.boxes.has(box)).length;
    words.textContent = `${count(pulls, "pull")}; ${home} of ${count(board.boxes.size, "box")} home.`;
  }

  // --- the rules, backwards -----------------------------------------------------------------------------------------

  function after({ player, boxes }, key, takes) {
    const ahead = player + board.step[key];
    const behind = player - board.step[key];
    if (board.walls.has(ahead) || boxes.has(ahead)) return null;
    if (!takes) return { player: ahead, boxes };
    if (!boxes.has(behind)) return null;
    const moved = new Set(boxes);
    moved.delete(behind);
    return { player: ahead, boxes: moved.add(player) };
  }

  function step(key, takes) {
    const next = after(state, key, takes);
    if (!next) return false;
    done.push({ key, pulled: takes, state });
    state = next;
    return true;
  }

  function press(key) {
    const behind = state.player - board.step[key];
    step(key, (pulling || shift) && state.boxes.has(behind));
    show();
    check();
  }

  function undo() {
    if (!done.length) return;
    ({ state } = done.pop());
    show();
  }

  /** Keys to walk to a cell around the boxes, or null. */
  function walkTo(from, target) {
    const ways = new Map([[from.player, ""]]);
    for (const [place, keys] of ways) {
      if (place === target) return keys;
      for (const key of KEYS) {
        const next = place + board.step[key];
        if (!board.walls.has(next) && !from.boxes.has(next) && !ways.has(next)) ways.set(next, keys + key);
      }
    }
    return null;
  }

  function cell(where) {
    if (state.boxes.has(where) || board.walls.has(where)) return;
    if (!done.length) state = { ...state, player: where };
    else for (const key of walkTo(state, where) ?? "") step(key, false);
    show();
    check();
  }

  /** Every cell to which the box can be pulled, with the keys; a capital pulls. */
  function pullWays(box) {
    const found = new Map();
    const seen = new Set();
    let layer = [{ box, state, keys: "" }];
    while (layer.length) {
      const next = [];
      for (const node of layer) {
        for (const key of KEYS) {
          const stand = node.box + board.step[key];
          const name = `${node.box}.${key}`;
          if (seen.has(name)) continue;
          const walk = walkTo(node.state, stand);
          const pulled = walk === null ? null : after({ ...node.state, player: stand }, key, true);
          if (!pulled) continue;
          seen.add(name);
          const keys = node.keys + walk + key.toUpperCase();
          if (!found.has(stand)) found.set(stand, keys);
          next.push({ box: stand, state: pulled, keys });
        }
      }
      layer = next;
    }
    found.delete(box);
    return found;
  }

  function lift(where) {
    if (!state.boxes.has(where)) return null;
    const ways = pullWays(where);
    view.mark("chosen", [where]);
    view.mark("target", ways.keys());
    return new Set(ways.keys());
  }

  function drop(from, to) {
    view.mark("chosen", []);
    view.mark("target", []);
    if (to === null) return;
    for (const key of pullWays(from).get(to)) step(key.toLowerCase(), key !== key.toLowerCase());
    show();
    check();
  }

  // --- the end is the beginning -------------------------------------------------------------------------------------

  function check() {
    if (![...state.boxes].every((box) => board.boxes.has(box))) return;
    const home = walkTo(state, board.player);
    if (home === null) return;
    for (const key of home) step(key, false);
    const plan = done
      .map(({ key }) => OPPOSITE[key])
      .reverse()
      .join("");
    const kept = keepSolution(board, desk.print, plan, { by: "you", own: true });
    if (!kept) return;
    desk.setPlan({ keys: kept.solution.keys, from: 0, by: "you", words: "Your own plan, played from its end." });
    turn.querySelector("input").click(); // back to the game
    say(`Solved backwards: ${count(kept.solution.moves, "move")}, ${count(kept.solution.pushes, "push")}.`);
    desk.goTab("watch");
  }

  function leave() {
    if (self.on) turn.querySelector("input").click();
  }

  return self;
}
