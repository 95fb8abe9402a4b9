/* The Solve tab: one engine, or a race of all, from the current position of the game; progress, the answer and what is
   proved about it; a plan to watch; and the packing plan. */

import * as api from "./api.js";
import { button, choice, copy, count, field, h, say, toggle } from "./dom.js";
import { replay } from "./game.js";
import { runJob } from "./job.js";
import { Lanes } from "./lanes.js";
import { boardOf } from "./level.js";
import { SolveOptions } from "./solve_options.js";
import { packingPlan } from "./packing.js";
import { keep, recall } from "./store.js";

export const OBJECTIVES = [
  ["any", "any plan, quickly"],
  ["moves", "fewest moves"],
  ["pushes", "fewest pushes"],
  ["moves-pushes", "fewest moves, then pushes"],
  ["pushes-moves", "fewest pushes, then moves"],
];
const MOST_LISTED = 50;

export function solveTab(desk) {
  const { game } = desk;
  const wish = { engine: "auto", objective: "moves", seconds: "60", all: false, options: {}, ...recall("solve", {}) };
  let job = null;
  let here = false; // whether this tab is open
  const fields = h("div", { class: "fields" });
  const options = new SolveOptions(wish.options, () => keep("solve", wish));
  const from = h("p", { class: "facts" });
  const lanes = new Lanes();
  const packing = packingPlan(desk);
  const answer = h("div", { class: "answer", role: "status" });
  const solve = button("solve", "Solve", () => run(wish.engine), { class: "primary" });
  const race = button("race", "Race all", () => run("race"));
  const stop = button("stop", "Stop", () => job?.stop(), { disabled: true });
  const element = h(
    "div",
    { class: "solve" },
    fields,
    options.element,
    from,
    h("div", { class: "row tools" }, solve, race, stop, packing.show),
    lanes.element,
    answer,
    packing.answer,
  );
  drawFields();

  async function drawFields() {
    const { engines, limits } = await api.about().catch(() => ({ engines: [], limits: { seconds: 600 } }));
    const fitting = engines.filter(({ games }) => !games || games.includes(desk.board.game));
    const names = [["auto", "auto: choose for me"], ...fitting.map(({ name, what }) => [name, `${name}: ${what}`])];
    const set = (name) => (value) => {
      wish[name] = value;
      keep("solve", wish);
      drawOptions();
    };
    if (!names.some(([name]) => name === wish.engine)) wish.engine = "auto";
    // In Helltaker the cost is limited, so every engine looks for the least cost.
    const cheapest = desk.board.game === "helltaker";
    fields.replaceChildren(
      ...[
        choice("Engine", names, wish.engine, set("engine")),
        cheapest ? null : choice("Find", OBJECTIVES, wish.objective, set("objective")),
        field("Time limit (seconds)", secondsInput(limits.seconds, set("seconds"))),
        toggle(cheapest ? "Count all plans within the limit" : "Count all best plans", wish.all, set("all")),
      ].filter(Boolean),
    );
    drawOptions();
  }

  /** Any time that the server allows. */
  function secondsInput(most, take) {
    const onchange = () => {
      input.value = Math.min(most, Math.max(1, Number(input.value) || 60));
      take(input.value);
    };
    const input = h("input", { type: "number", min: 1, max: most, step: "any", value: wish.seconds, onchange });
    return input;
  }

  /** What can be set depends on the engine and on what it is asked. */
  function drawOptions() {
    options.draw(wish.engine, desk.level, wish.objective, wish.all);
  }

  // --- running ------------------------------------------------------------------------------------------------------

  async function run(engine) {
    const level = game.here();
    if (!level || game.won) {
      const words = "This position is already won. Undo or restart to solve an earlier one.";
      return void answer.replaceChildren(h("p", { class: "notice" }, words));
    }
    const own = game.lurd;
    busy(true);
    lanes.clear();
    answer.replaceChildren();
    const { objective, seconds, all } = wish;
    const set = engine === wish.engine ? options.chosen() : {}; // a race runs every engine as it is
    const request = { level, engine, objective, seconds: Number(seconds), all, limit: MOST_LISTED, options: set };
    job = runJob(request, onEvent);
    const { result, refusal } = await job.finished;
    busy(false);
    lanes.finish(result);
    if (refusal) answer.replaceChildren(h("p", { class: "notice" }, refusal));
    else showAnswer(result, own);
    if (!here && result) say(`${headline(result)}. See the Solve tab.`);
  }

  function busy(now) {
    solve.disabled = race.disabled = now;
    stop.disabled = !now;
    element.classList.toggle("busy", now);
    if (!now) job = null;
  }

  function onEvent(event) {
    lanes.hear(event);
    if (event.type === "started") answer.replaceChildren();
    if (event.type !== "queued") return;
    const words =
      event.place > 0 ? `Waiting: ${count(event.place, "job")} ahead of this one.` : "Waiting for a free core.";
    answer.replaceChildren(h("p", { class: "notice" }, words));
  }

  // --- answering ----------------------------------------------------------------------------------------------------

  function showAnswer(result, own) {
    if (!own) desk.proved(result);
    const parts = [h("h2", {}, headline(result)), h("p", {}, proof(result, desk.board.game))];
    if (result.status === "solved") parts.push(...planParts(result, own));
    answer.replaceChildren(h("div", { class: `verdict ${result.status}` }, parts));
  }

  /** The plan, or a choice of several; the chosen one can be watched. */
  function planParts(result, own) {
    const text = h("output", { class: "lurd", tabindex: "0", "aria-label": "The plan" });
    const choose = (keys) => {
      const { lurd } = replay(boardOf(desk.level), own + keys).game; // capitals where a box is pushed
      desk.setPlan({ keys: lurd, from: own.length, by: result.engine, words: proof(result, desk.board.game) });
      text.textContent = lurd.slice(own.length) || "(nothing to do)";
    };
    choose(result.lurd);
    const list = result.listed.map((keys, index) => [keys, `plan ${index + 1}: ${keys}`]);
    return [
      result.plans !== null && h("p", {}, manyPlans(result, desk.board.game)),
      list.length > 1 && choice("Plan", list, list[0][0], choose),
      text,
      h(
        "div",
        { class: "row" },
        button("play", "Watch it", () => desk.goTab("watch"), { class: "primary" }),
        button("copy", "Copy LURD", () => copy(text.textContent)),
      ),
    ];
  }

  function enter() {
    here = true;
    const start = game.moves === 0;
    from.textContent = start
      ? "Solves from the start of the level."
      : `Solves from the current position, after ${count(game.moves, "move")}.`;
    desk.refresh();
    packing.enter();
  }

  function leave() {
    here = false;
    packing.leave();
  }

  return { element, enter, leave, end: () => job?.stop() };
}

function manyPlans({ plans, engine, objective }, game) {
  const kind = game === "helltaker" ? "within the limit" : `with the ${Object.fromEntries(OBJECTIVES)[objective]}`;
  const number = typeof plans === "number" ? plans.toLocaleString("en") : plans; // text, if it is too large
  return plans === 1
    ? `This is the only plan ${kind}, as counted by ${engine}.`
    : `There are ${number} plans ${kind}, counted by ${engine}.`;
}

export function headline({ status, found, reason }) {
  if (status === "solved") return found;
  if (status === "unsolvable") return "There is no plan";
  return { time: "Out of time", memory: "Out of memory", cancelled: "Stopped" }[reason] ?? "No answer";
}

/** What was proved, and by which engine. */
export function proof({ status, engine, strategy, objective, optimal, words, seconds }, game) {
  const took = seconds === undefined ? "" : ` in ${seconds.toFixed(2)} s`;
  if (status === "solved") {
    const what = game === "helltaker" ? "least cost" : Object.fromEntries(OBJECTIVES)[objective];
    return optimal
      ? `Proved by ${engine}${took}: no plan is better (${what}). The plan was checked.`
      : `Found by ${engine}${strategy ? ` (${strategy})` : ""}${took}; there may be a better one. The plan was checked.`;
  }
  if (status === "unsolvable") return `Proved by ${engine}${took}: no plan exists.`;
  return words || "Nothing is proved.";
}
