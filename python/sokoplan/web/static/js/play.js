/* The Play tab: keys, clicks and swipes on the board, counts, warnings, the win. */

import { button, count, h, say, toggle } from "./dom.js";
import { askHint } from "./hint.js";
import { actionOf, directionOf, keyOf } from "./keys.js";
import { boxWays, moveBox, walk } from "./paths.js";
import { bestOf } from "./catalog.js";
import { keepBest, ownBest } from "./store.js";
import { listenToSwipes } from "./touch.js";
import { lossWarnings } from "./warnings.js";
import { winDialog } from "./win.js";

const WALK_PACE = 70; // milliseconds a step

const lostWords = (game) => (game === "helltaker" ? "Warn when too few moves are left" : "Warn about lost boxes");

const bestName = ({ optimal }, game) =>
  !optimal ? "Best known" : game === "helltaker" ? "Least cost" : "Fewest moves";

export function playTab(desk) {
  const { game, board, view } = desk;
  let chosen = null; // the box that a click selected
  let walking = 0; // the timer of a walk in progress
  let hinting = null; // the hint that was asked for last
  const counts = h("dl", { class: "counts", "aria-live": "off" });
  const status = h("p", { class: "status", role: "status" });
  const trail = h("output", { class: "lurd" });
  const warn = lossWarnings(desk, status);
  const buttons = {
    undo: button("undo", "Undo", undo, { key: keyOf("undo") }),
    redo: button("redo", "Redo", redo, { key: keyOf("redo") }),
    restart: button("restart", "Restart", restart, { key: keyOf("restart") }),
    hint: button("hint", "Hint", hint, { key: keyOf("hint") }),
  };
  const pad = h(
    "div",
    { class: "pad", role: "group", "aria-label": "Directions" },
    ["u", "l", "d", "r"].map((key) =>
      button(
        { u: "up", d: "down", l: "previous", r: "next" }[key],
        { u: "Up", d: "Down", l: "Left", r: "Right" }[key],
        () => press(key),
        { bare: true, class: `pad-${key}` },
      ),
    ),
  );
  const element = h(
    "div",
    { class: "play" },
    counts,
    h("div", { class: "hands" }, pad, h("div", { class: "tools" }, Object.values(buttons))),
    status,
    h(
      "div",
      { class: "switches" },
      toggle(lostWords(board.game), warn.on, (on) => (warn.turn(on), refresh())),
      board.game !== "helltaker" && toggle("Show dead squares", warn.dead, (on) => (warn.showDead(on), refresh())),
    ),
    h("details", { class: "trail" }, h("summary", {}, "Your moves so far"), trail),
  );
  let stopSwipes = null;
  desk.restart = restart; // for the win dialog

  const deadSwitch = () => element.querySelectorAll(".switches input")[1];
  const ACTIONS = { undo, redo, restart, hint, "dead squares": () => deadSwitch()?.click() };

  // --- moving -------------------------------------------------------------------------------------------------------

  function press(key) {
    stopWalk();
    step(key);
  }

  function step(key) {
    const before = game.won;
    const no = game.press(key);
    status.textContent = no ? `Not possible: ${no}.` : "";
    if (no) bump(key);
    refresh();
    if (!no && game.won && !before) finish();
    else if (!no && game.over) say("No moves left. Undo a few, or restart.", "wrong");
    return !no;
  }

  function bump(key) {
    const pose = view.player.firstChild;
    const [x, y] = { u: [0, -7], d: [0, 7], l: [-7, 0], r: [7, 0] }[key];
    view.element.style.setProperty("--bump-x", `${x}px`);
    view.element.style.setProperty("--bump-y", `${y}px`);
    pose.classList.remove("bump");
    void pose.getBoundingClientRect(); // so that the same animation starts again
    pose.classList.add("bump");
  }

  function follow(keys) {
    stopWalk();
    const rest = [...keys];
    const one = () => {
      if (!rest.length || !step(rest.shift())) return void (walking = 0);
      walking = setTimeout(one, WALK_PACE);
    };
    one();
  }

  function stopWalk() {
    clearTimeout(walking);
    walking = 0;
    choose(null);
    hinting?.stop();
    hinting = null;
    for (const key of "udlr") view.mark(`hint-${key}`, []);
  }

  function undo() {
    stopWalk();
    status.textContent = "";
    if (game.undo()) refresh();
  }

  function redo() {
    stopWalk();
    status.textContent = "";
    if (game.redo()) refresh();
  }

  function restart() {
    stopWalk();
    game.restart();
    refresh();
  }

  async function hint() {
    stopWalk();
    buttons.hint.disabled = true;
    status.textContent = "Thinking…";
    const asked = (hinting = askHint(desk));
    const words = await asked.words;
    buttons.hint.disabled = false;
    if (hinting === asked) status.textContent = words;
  }

  function finish() {
    // In Helltaker the cost counts, and the best known results are costs.
    const result = { moves: board.game === "helltaker" ? game.cost : game.moves, pushes: game.pushes };
    const best = keepBest(desk.print, result);
    keepBest(`card.${desk.card.id}`, result);
    desk.setPlan({ keys: game.lurd, from: 0, by: "you", words: `Your own plan: ${count(game.moves, "move")}.` });
    setTimeout(() => winDialog(desk, result, best), 260);
  }

  // --- clicks -------------------------------------------------------------------------------------------------------

  function choose(cell) {
    chosen = cell;
    view.mark("chosen", cell === null ? [] : [cell]);
    view.mark("target", []);
    if (cell !== null && board.game !== "helltaker") view.mark("target", boxWays(board, game.state, cell).keys());
  }

  function cell(where) {
    const { state } = game;
    if (where === chosen) return choose(null);
    const beside = Object.keys(board.step).find((key) => state.player + board.step[key] === where);
    const solid = state.boxes.has(where) || state.mobs.has(where);
    if (chosen === null && board.game === "helltaker" && beside && solid) return press(beside);
    if (state.boxes.has(where)) return choose(where);
    const keys = chosen === null ? walk(board, state, where) : moveBox(board, state, chosen, where);
    if (keys === null)
      status.textContent =
        chosen === null ? "You cannot walk there." : "This box cannot be pushed there unless something else moves.";
    else follow(keys);
    choose(null);
  }

  // --- showing ------------------------------------------------------------------------------------------------------

  function refresh() {
    desk.refresh();
    const number = (name, value, kind = "") => h("div", { class: kind }, h("dt", {}, name), h("dd", {}, value));
    const left = board.limit === null ? null : board.limit - game.cost;
    const best = bestOf(desk.card);
    const mine = ownBest(desk.print);
    counts.replaceChildren(
      ...[
        left === null
          ? number("Moves", String(game.moves))
          : number("Moves left", String(left), left <= 3 ? "low" : ""),
        number(board.game === "helltaker" ? "Kicks" : "Pushes", String(game.pushes)),
        best?.moves ? number(bestName(best, board.game), String(best.moves), "aside") : null,
        best && !best.moves && best.pushes ? number("Fewest pushes", String(best.pushes), "aside") : null,
        mine ? number("Your best", String(mine.moves), "aside") : null,
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
    else return;
    event.preventDefault();
  }

  function enter() {
    stopSwipes = listenToSwipes(desk.stage, press);
    status.textContent = "";
    refresh();
  }

  function leave() {
    stopWalk();
    warn.clear();
    stopSwipes?.();
  }

  return { element, enter, leave, key, cell };
}
