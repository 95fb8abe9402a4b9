/* Solving: an engine and an objective, or all engines side by side.

   Comes in:  the desk's position, wherever in the game it is.     Goes out: live progress; an answer that says what was
   proved and by whom; a plan on the desk. */

import * as api from "./api.js";
import { button, choice, count, h, say, toggle } from "./dom.js";
import { replay } from "./game.js";
import { runJob } from "./job.js";
import { Lanes } from "./lanes.js";
import { boardOf } from "./level.js";
import { keep, keepFound, recall } from "./store.js";

export const OBJECTIVES = [
  ["any", "any plan, quickly"],
  ["moves", "fewest moves"],
  ["pushes", "fewest pushes"],
  ["moves-pushes", "fewest moves, then pushes"],
  ["pushes-moves", "fewest pushes, then moves"],
];
const SECONDS = [
  ["10", "10 seconds"],
  ["60", "1 minute"],
  ["300", "5 minutes"],
];
const MOST_LISTED = 50;

export function solveTab(desk) {
  const { game } = desk;
  const wish = { engine: "auto", objective: "moves", seconds: "60", all: false, ...recall("solve", {}) };
  let job = null;
  let here = false; // whether the person looks at this tab
  const fields = h("div", { class: "fields" });
  const from = h("p", { class: "facts" });
  const lanes = new Lanes();
  const answer = h("div", { class: "answer", role: "status" });
  const solve = button("solve", "Solve", () => run(wish.engine), { class: "primary" });
  const race = button("race", "Race all", () => run("race"));
  const stop = button("stop", "Stop", () => job?.stop(), { disabled: true });
  const element = h(
    "div",
    { class: "solve" },
    fields,
    from,
    h("div", { class: "row tools" }, solve, race, stop),
    lanes.element,
    answer,
  );
  drawFields();

  async function drawFields() {
    const { engines } = await api.about().catch(() => ({ engines: [] }));
    const fitting = engines.filter(({ games }) => !games || games.includes(desk.board.game));
    const names = [
      ["auto", "auto: the one that fits best"],
      ...fitting.map(({ name, what }) => [name, `${name}: ${what}`]),
    ];
    const set = (name) => (value) => {
      wish[name] = value;
      keep("solve", wish);
    };
    if (!names.some(([name]) => name === wish.engine)) wish.engine = "auto";
    // In Helltaker the limit counts, and so every engine looks for the least cost.
    const cheapest = desk.board.game === "helltaker";
    fields.replaceChildren(
      ...[
        choice("Engine", names, wish.engine, set("engine")),
        cheapest ? null : choice("Find", OBJECTIVES, wish.objective, set("objective")),
        choice("At most", SECONDS, wish.seconds, set("seconds")),
        toggle(cheapest ? "Count all plans within the limit" : "Count all best plans", wish.all, set("all")),
      ].filter(Boolean),
    );
  }

  // --- running ------------------------------------------------------------------------------------------------------

  async function run(engine) {
    const level = game.here();
    if (!level || game.won) {
      const words = "This position is won already. Restart or undo to solve from earlier.";
      return void answer.replaceChildren(h("p", { class: "notice" }, words));
    }
    const own = game.lurd;
    busy(true);
    lanes.clear();
    answer.replaceChildren();
    const { objective, seconds, all } = wish;
    job = runJob({ level, engine, objective, seconds: Number(seconds), all, limit: MOST_LISTED }, onEvent);
    const { result, refusal } = await job.finished;
    busy(false);
    lanes.finish(result);
    if (refusal) answer.replaceChildren(h("p", { class: "notice" }, refusal));
    else showAnswer(result, own);
    if (!here && result) say(`${headline(result)}. The Solve tab has it.`);
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
    const where = event.place > 0 ? `place ${event.place} in the queue` : "a core will be free in a moment";
    answer.replaceChildren(h("p", { class: "notice" }, `Waiting: ${where}.`));
  }

  // --- answering ----------------------------------------------------------------------------------------------------

  function showAnswer(result, own) {
    if (!own) keepFound(desk.card.id, desk.board.game, result);
    const parts = [h("h2", {}, headline(result)), h("p", {}, proof(result, desk.board.game))];
    if (result.status === "solved") parts.push(...planParts(result, own));
    answer.replaceChildren(h("div", { class: `verdict ${result.status}` }, parts));
  }

  /** The plan, or a choice of them; the chosen one goes to the desk. */
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
      ? "From the start of the level."
      : `From where you are: after ${count(game.moves, "move")}.`;
    desk.refresh();
  }

  return { element, enter, leave: () => (here = false), end: () => job?.stop() };
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    say("The browser does not let this page copy; select the text instead.", "wrong");
  }
}

function manyPlans({ plans, engine, objective }, game) {
  const kind = game === "helltaker" ? "within the limit" : `with the ${Object.fromEntries(OBJECTIVES)[objective]}`;
  const number = typeof plans === "number" ? plans.toLocaleString("en") : plans; // words, where it is too large
  return plans === 1
    ? `It is the only plan ${kind}, says ${engine}.`
    : `There are ${number} plans ${kind}, counted by ${engine}.`;
}

export function headline({ status, found, reason }) {
  if (status === "solved") return found;
  if (status === "unsolvable") return "There is no plan";
  return (
    { time: "No answer in the time given", memory: "No answer in the memory given", cancelled: "Stopped" }[reason] ??
    "No answer"
  );
}

/** What was proved, and by whom. */
export function proof({ status, engine, objective, optimal, words, seconds }, game) {
  const took = seconds === undefined ? "" : ` in ${seconds.toFixed(2)} s`;
  if (status === "solved") {
    const what = game === "helltaker" ? "least cost" : Object.fromEntries(OBJECTIVES)[objective];
    return optimal
      ? `Proved by ${engine}${took}: no plan is better (${what}). The judge replayed it.`
      : `Found by ${engine}${took}; nobody proved it the best. The judge replayed it.`;
  }
  if (status === "unsolvable") return `Proved by ${engine}${took}: no plan exists.`;
  return words || "Nothing is proved either way.";
}
