/* The Play tab: keys, clicks and drags on the board, undo, hints, counts, warnings, the win. */

import { STATIC } from "./api.js";
import { celebrate } from "./celebrate.js";
import { button, choice, count, h, say, toggle } from "./dom.js";
import { GAMES } from "./games.js";
import { HINT_MARKS, STRONGEST, askHint, hintOf } from "./hint.js";
import { repeatWhileHeld } from "./hold.js";
import { actionOf, directionOf, keyOf } from "./keys.js";
import { boxWays, moveBox, walk } from "./paths.js";
import { knownOf } from "./catalog.js";
import { keepSolution } from "./keeping.js";
import { recordOf } from "./records.js";
import { reversePart } from "./reverse.js";
import { snapshots } from "./snapshots.js";
import { play as sound, soundIsOn, turnSound } from "./sound.js";
import { keep, recall } from "./store.js";
import { lossWarnings } from "./warnings.js";
import { winDialog } from "./win.js";

const WALK_PACE = 70; // milliseconds a step
const UNITS = [
  ["click", "a click or a key"],
  ["push", "a push"],
  ["key", "a key"],
];

export function playTab(desk) {
  const { game, board, view } = desk;
  const rules = GAMES[board.game];
  let chosen = null; // the box that a click selected
  let walking = 0; // the timer of a walk in progress
  let clicks = 0; // keys of one click are undone together
  let unit = recall("undo", "click");
  let hinting = null; // the question that is being answered
  let hinted = null; // {plan, strength}: the hint that is shown
  const counts = h("dl", { class: "counts", "aria-live": "off" });
  const status = h("p", { class: "status", role: "status" });
  const trail = h("output", { class: "lurd" });
  const warn = lossWarnings(desk, status);
  const kept = snapshots(desk, goTo);
  const reverse = reversePart(desk, () => (stopWalk(), warn.clear()), refresh);
  const held = (name, words, work) => repeatWhileHeld(button(name, words, work, { key: keyOf(name) }), work);
  const buttons = {
    undo: held("undo", "Undo", () => undo()),
    redo: held("redo", "Redo", () => redo()),
    restart: button("restart", "Restart", restart, { key: keyOf("restart") }),
    hint: button("hint", "Hint", hint, { key: keyOf("hint") }),
  };
  const carryOut = button("play", "Do it", doHint, { class: "do-it", hidden: true });
  const pad = h(
    "div",
    { class: "pad", role: "group", "aria-label": "Directions" },
    ["u", "l", "d", "r"].map((key) => {
      const icon = { u: "up", d: "down", l: "previous", r: "next" }[key];
      const words = { u: "Up", d: "Down", l: "Left", r: "Right" }[key];
      const work = () => press(key);
      return repeatWhileHeld(button(icon, words, work, { bare: true, class: `pad-${key}` }), work);
    }),
  );
  const element = h(
    "div",
    { class: "play" },
    counts,
    h("div", { class: "hands" }, pad, h("div", { class: "tools" }, Object.values(buttons))),
    h("div", { class: "said" }, status, carryOut),
    h(
      "div",
      { class: "switches" },
      !STATIC && toggle(rules.lost, warn.on, (on) => (warn.turn(on), refresh())),
      !STATIC &&
        rules.plainPushes &&
        toggle("Show dead squares", warn.dead, (on) => (warn.showDead(on), refresh())),
      toggle("Sound", soundIsOn(), turnSound),
      reverse?.element,
    ),
    choice("Undo takes back", UNITS, unit, (value) => keep("undo", (unit = value))),
    kept.element,
    h("details", { class: "trail" }, h("summary", {}, "Your moves so far"), trail),
  );
  desk.restart = restart; // for the win dialog

  const deadSwitch = () => element.querySelectorAll(".switches input")[1];
  const ACTIONS = {
    undo: () => undo(),
    "undo push": () => undo("push"),
    redo: () => redo(),
    restart,
    hint,
    "dead squares": () => !STATIC && rules.plainPushes && deadSwitch().click(),
  };

  // --- moving -------------------------------------------------------------------------------------------------------

  function press(key) {
    if (reverse?.on) return reverse.press(key);
    stopWalk();
    step(key);
  }

  function step(key, click = null) {
    const before = game.won;
    const done = onGoals();
    const no = game.press(key, click);
    status.textContent = no ? `Not possible: ${no}.` : "";
    if (no) bump(key);
    refresh();
    if (no) sound("no");
    else if (game.last.deed !== "move") sound(onGoals() > done ? "goal" : "push");
    if (!no && game.won && !before) finish();
    else if (!no && game.over) say("No moves left. Undo a few, or restart.", "wrong");
    return !no;
  }

  const onGoals = () => [...game.state.boxes].filter((cell) => board.goals.has(cell)).length;

  function bump(key) {
    const pose = view.player.firstChild;
    const [x, y] = { u: [0, -7], d: [0, 7], l: [-7, 0], r: [7, 0] }[key];
    view.element.style.setProperty("--bump-x", `${x}px`);
    view.element.style.setProperty("--bump-y", `${y}px`);
    pose.classList.remove("bump");
    void pose.getBoundingClientRect(); // so that the same animation starts again
    pose.classList.add("bump");
  }

  /** Plays the keys of one click, one after the other. */
  function follow(keys) {
    stopWalk();
    const rest = [...keys];
    const click = ++clicks;
    const one = () => {
      if (!rest.length || !step(rest.shift(), click)) return void (walking = 0);
      walking = setTimeout(one, WALK_PACE);
    };
    one();
  }

  function stopWalk() {
    clearTimeout(walking);
    walking = 0;
    choose(null);
    hinting?.stop();
    hinting = hinted = null;
    carryOut.hidden = true;
    for (const kind of HINT_MARKS) view.mark(kind, []);
  }

  function undo(by = unit) {
    if (reverse?.on) return reverse.undo();
    stopWalk();
    status.textContent = "";
    if (game.undo(by)) refresh();
  }

  function redo(by = unit) {
    stopWalk();
    status.textContent = "";
    if (game.redo(by)) refresh();
  }

  function restart() {
    if (reverse?.on) return reverse.restart();
    stopWalk();
    game.restart();
    refresh();
  }

  /** Another position of this game: that of a snapshot. */
  function goTo(keys) {
    stopWalk();
    game.restart();
    game.undone = [];
    for (const key of keys) if (game.press(key)) break;
    refresh();
  }

  function finish() {
    const { solution, best } = keepSolution(board, desk.print, game.keys, { by: "you", own: true });
    desk.setPlan({ keys: game.lurd, from: 0, by: "you", words: `Your own plan: ${count(game.moves, "move")}.` });
    sound("win");
    celebrate(desk.stage);
    setTimeout(() => winDialog(desk, solution, best), 260);
  }

  // --- hints --------------------------------------------------------------------------------------------------------

  /** The first hint says which box; the next one on the same position says more. */
  async function hint() {
    if (hinted && hinted.strength < STRONGEST) return showHint(hinted.plan, hinted.strength + 1);
    stopWalk();
    buttons.hint.disabled = true;
    status.textContent = "Thinking…";
    const asked = (hinting = askHint(desk));
    const { words, keys } = await asked.answer;
    buttons.hint.disabled = false;
    if (hinting !== asked) return;
    if (keys) showHint(keys, 1);
    else status.textContent = words;
  }

  function showHint(plan, strength) {
    for (const kind of HINT_MARKS) view.mark(kind, []);
    const { words, marks, keys } = hintOf(board, game.state, game.here(), plan, strength);
    for (const [kind, cell] of marks) view.mark(kind, [cell]);
    hinted = { plan, strength, keys };
    status.textContent = words;
    carryOut.hidden = false;
  }

  function doHint() {
    const { keys } = hinted;
    follow(keys);
  }

  // --- clicks and drags ---------------------------------------------------------------------------------------------

  function choose(cell) {
    chosen = cell;
    view.mark("chosen", cell === null ? [] : [cell]);
    view.mark("target", []);
    if (cell !== null && rules.plainPushes) view.mark("target", boxWays(board, game.state, cell).keys());
  }

  function cell(where) {
    if (reverse?.on) return reverse.cell(where);
    const { state } = game;
    if (where === chosen) return choose(null);
    const beside = Object.keys(board.step).find((key) => state.player + board.step[key] === where);
    const solid = state.boxes.has(where) || state.mobs.has(where);
    if (chosen === null && !rules.plainPushes && beside && solid) return press(beside);
    if (state.boxes.has(where)) return choose(where);
    const keys = chosen === null ? walk(board, state, where) : moveBox(board, state, chosen, where);
    if (keys === null)
      status.textContent =
        chosen === null ? "You cannot walk there." : "This box cannot be pushed there unless something else moves.";
    else follow(keys);
    choose(null);
  }

  /** A box that is dragged: the cells it can go to, with dots on them; null if there is no box. */
  function lift(where) {
    if (reverse?.on) return reverse.lift(where);
    if (!game.state.boxes.has(where) || game.over) return null;
    stopWalk();
    choose(where);
    if (!rules.plainPushes) return new Set(Object.values(board.step).map((step) => where + step));
    return new Set(boxWays(board, game.state, where).keys());
  }

  function drop(from, to) {
    if (reverse?.on) return reverse.drop(from, to);
    choose(null);
    if (to === null)
      return void (status.textContent = "This box cannot be pushed there unless something else moves.");
    const keys = moveBox(board, game.state, from, to);
    if (keys !== null) follow(keys);
  }

  // --- showing ------------------------------------------------------------------------------------------------------

  function refresh() {
    if (reverse?.on) return;
    desk.refresh();
    const number = (name, value, kind = "") => h("div", { class: kind }, h("dt", {}, name), h("dd", {}, value));
    const left = board.limit === null ? null : board.limit - game.cost;
    const known = knownOf(desk.card);
    const { own } = recordOf(desk.print);
    const least = rules.measure === "cost" ? "Least cost" : "Fewest moves";
    counts.replaceChildren(
      ...[
        left === null
          ? number("Moves", String(game.moves))
          : number("Moves left", String(left), left <= 3 ? "low" : ""),
        number(rules.pushWord === "kick" ? "Kicks" : "Pushes", String(game.pushes)),
        known.moves === null ? null : number(least, String(known.moves), "aside"),
        known.pushes === null ? null : number("Fewest pushes", String(known.pushes), "aside"),
        own.moves ? number("Your best", bestPair(own, board.game), "aside") : null,
        board.keys.size || board.hasKey ? number("Key", game.state.key ? "yes" : "no", "aside") : null,
      ].filter(Boolean),
    );
    buttons.undo.disabled = !game.moves;
    buttons.restart.disabled = !game.moves;
    buttons.redo.disabled = !game.undone.length;
    trail.textContent = game.lurd || "none";
    warn.look();
  }

  function key(event) {
    const direction = directionOf(event);
    const action = ACTIONS[actionOf(event)];
    if (direction) press(direction);
    else if (action) action();
    else if (event.key === "Escape") choose(null);
    else return false;
    event.preventDefault();
    return true;
  }

  function enter() {
    status.textContent = "";
    refresh();
  }

  function leave() {
    stopWalk();
    warn.clear();
    reverse?.leave();
  }

  return { element, enter, leave, key, cell, press, lift, drop, undo };
}

/** The moves and pushes of your best: `45/12`; of both plans if no plan is the best by both. */
function bestPair({ moves, pushes }, game) {
  if (GAMES[game].measure === "cost") return String(moves.moves);
  const pair = ({ moves: a, pushes: b }) => `${a}/${b}`;
  return pair(moves) === pair(pushes) ? pair(moves) : `${pair(moves)} · ${pair(pushes)}`;
}
