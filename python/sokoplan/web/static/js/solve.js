/* The Solve tab: a plan at once and then better ones, one engine, or a race of all, from the current position of the game;
   progress, the answer and what is proved about it; a plan to watch; and the packing plan. */

import * as api from "./api.js";
import { BestPlan, gapOf } from "./best_plan.js";
import { button, choice, copy, count, field, h, say, toggle } from "./dom.js";
import { replay } from "./game.js";
import { GAMES } from "./games.js";
import { runJob } from "./job.js";
import { ASKED, Lanes, amount } from "./lanes.js";
import { boardOf } from "./level.js";
import { SolveOptions } from "./solve_options.js";
import { packingPlan } from "./packing.js";
import { keep, recall } from "./store.js";

export const OBJECTIVES = [["any", "any plan, quickly"], ...Object.entries(ASKED).slice(1)];
const GENERAL = [
  ["anytime", "a plan at once, then better ones"],
  ["auto", "auto: as on the command line"],
];
const READINGS = [
  ["end", "on a goal at the end"],
  ["each-once", "on a goal at some time"],
];
const MOST_LISTED = 50;
const FIRST_WISH = { engine: "anytime", objective: "moves", seconds: "60", all: false, finish: false, options: {} };

export function solveTab(desk) {
  const { game } = desk;
  const wish = { ...FIRST_WISH, ...recall("solve", {}) };
  let reading = desk.level.reading; // of this level only, so it is not kept
  let fileOptions = true;
  let job = null;
  let here = false; // whether this tab is open
  const fields = h("div", { class: "fields" });
  const options = new SolveOptions(wish.options, () => keep("solve", wish));
  const from = h("p", { class: "facts" });
  const lanes = new Lanes();
  const best = new BestPlan(() => desk.goTab("watch"));
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
    best.element,
    answer,
    lanes.element,
    packing.answer,
  );
  drawFields();

  async function drawFields() {
    const { engines, limits } = await api.about().catch(() => ({ engines: [], limits: { seconds: 600 } }));
    const fitting = engines.filter(({ games }) => !games || games.includes(desk.board.game));
    // Where the cost is limited, every engine looks for the least cost, and the first plan is the best one.
    const cheapest = GAMES[desk.board.game].limit !== null;
    const names = [
      ...(cheapest ? GENERAL.slice(1) : GENERAL),
      ...fitting.map(({ name, what }) => [name, `${name}: ${what}`]),
    ];
    const set = (name) => (value) => {
      wish[name] = value;
      keep("solve", wish);
      drawOptions();
    };
    const engine = names.some(([name]) => name === wish.engine) ? wish.engine : "auto";
    fields.replaceChildren(
      ...[
        choice("Engine", names, engine, set("engine")),
        cheapest ? null : choice("Find", OBJECTIVES, wish.objective, set("objective")),
        field("Time limit (s)", secondsInput(limits.seconds, set("seconds"))),
        moreFields(cheapest, set),
      ].filter(Boolean),
    );
    drawOptions();
  }

  /** What is rarely changed; open if it was. */
  function moreFields(cheapest, set) {
    return h(
      "details",
      { class: "more", open: wish.all || wish.finish || reading !== "end" || desk.level.options.length > 0 },
      h("summary", {}, "More choices"),
      desk.board.game === "sokoban" &&
        choice("Every box has to be", READINGS, reading, (value) => ((reading = value), drawOptions())),
      toggle(cheapest ? "Count all plans within the limit" : "Count all best plans", wish.all, set("all")),
      toggle("Let all engines finish a race", wish.finish, set("finish")),
      desk.level.options.length > 0 &&
        toggle(`Use the options in the level's file: ${fileWords()}`, fileOptions, (on) => (fileOptions = on)),
    );
  }

  const fileWords = () => desk.level.options.map((pair) => [pair].flat().join(" = ")).join(", ");

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
    options.draw(wish.engine, { ...desk.level, reading }, wish.objective, wish.all);
  }

  // --- running ------------------------------------------------------------------------------------------------------

  /** `given`: another position than that of the game, and a plan from there: {position, own, plan}. */
  async function run(engine, given = null) {
    const { position, own, plan = "" } = given ?? { position: game.here(), own: game.lurd };
    if (!given && (!position || game.won)) {
      const words = "This position is already won. Undo or restart to solve an earlier one.";
      return void answer.replaceChildren(h("p", { class: "notice" }, words));
    }
    const asked = { own, reading };
    busy(true);
    lanes.clear();
    best.clear();
    answer.replaceChildren();
    const { objective, seconds, all, finish } = wish;
    // Options are those of one engine; a race runs every engine as it is.
    const set = engine === wish.engine ? options.chosen() : {};
    const level = { ...position, reading };
    const wanted = { engine, plan, objective, seconds: Number(seconds), all, finish, file_options: fileOptions };
    job = runJob({ level, ...wanted, limit: MOST_LISTED, options: set }, (event) => onEvent(event, asked));
    const { result, refusal } = await job.finished;
    busy(false);
    lanes.finish(result);
    if (refusal) answer.replaceChildren(h("p", { class: "notice" }, refusal));
    else showAnswer(result, asked);
    if (!here && result && desk.open) say(`${headline(result)}. See the Solve tab.`);
  }

  function busy(now) {
    solve.disabled = race.disabled = now;
    stop.disabled = !now;
    element.classList.toggle("busy", now);
    if (!now) job = null;
  }

  function onEvent(event, asked) {
    lanes.hear(event);
    if (event.type === "started") answer.replaceChildren();
    if (event.type === "plan") {
      usePlan(event.result, event.result.lurd, asked);
      best.take(event.result);
    }
    if (event.type === "progress" && event.asked === best.result?.objective) best.raise(event.bound, event.unit);
    if (event.type !== "queued") return;
    const words =
      event.place > 0 ? `Waiting: ${count(event.place, "job")} ahead of this one.` : "Waiting for a free core.";
    answer.replaceChildren(h("p", { class: "notice" }, words));
  }

  // --- answering ----------------------------------------------------------------------------------------------------

  function showAnswer(result, asked) {
    if (!asked.own && asked.reading === desk.level.reading) desk.proved(result);
    if (result.status === "solved") best.clear(); // it is the answer now
    const parts = [h("h2", {}, headline(result)), h("p", {}, proof(result, desk.board.game))];
    if (result.status === "solved") parts.push(...planParts(result, asked));
    answer.replaceChildren(h("div", { class: `verdict ${result.status}` }, parts));
  }

  /** Makes a plan from the current position the one to watch. Returns it in letters, capitals where a box is pushed. */
  function usePlan(result, keys, { own, reading: rules }) {
    const board = boardOf({ ...desk.level, reading: rules });
    const { lurd } = replay(board, own + keys).game;
    const words = proof(result, desk.board.game);
    desk.setPlan({ keys: lurd, from: own.length, by: result.engine, words, reading: rules });
    return lurd.slice(own.length);
  }

  /** The plan, or a choice of several; the chosen one can be watched. */
  function planParts(result, asked) {
    const text = h("output", { class: "lurd", tabindex: "0", "aria-label": "The plan" });
    const choose = (keys) => (text.textContent = usePlan(result, keys, asked) || "(nothing to do)");
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
        canImprove(result, asked) && button("solve", "Improve", () => improve(result.lurd, asked.own)),
      ),
    ];
  }

  /** Whether there is more to gain; in Helltaker and for each box once, engines give the best plan anyway. */
  const canImprove = ({ optimal }, asked) =>
    !optimal && GAMES[desk.board.game].plainPushes && asked.reading !== "each-once";

  /** Makes a plan better that begins after the player's moves `own`. */
  function improve(plan, own) {
    const { game: played } = replay(desk.board, own);
    run("improve", { position: played.here(), own, plan });
  }

  function enter() {
    here = true;
    const start = game.moves === 0;
    from.textContent = start
      ? "Solves from the start of the level."
      : `Solves from the current position, after ${count(game.moves, "move")}.`;
    desk.refresh();
    packing.enter();
    if (desk.toImprove && !job) improve(desk.toImprove, "");
    desk.toImprove = null;
  }

  function leave() {
    here = false;
    packing.leave();
  }

  return { element, enter, leave, end: () => job?.stop() };
}

function manyPlans({ plans, engine, objective }, game) {
  const kind = GAMES[game].limit !== null ? "within the limit" : `with the ${ASKED[objective]}`;
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
export function proof(result, game) {
  const { status, engine, strategy, objective, optimal, words, seconds, cost, bound, unit } = result;
  const took = seconds === undefined ? "" : ` in ${seconds.toFixed(2)} s`;
  if (status === "solved") {
    const what = GAMES[game].measure === "cost" ? "least cost" : ASKED[objective];
    if (optimal) return `Proved by ${engine}${took}: no plan is better (${what}). The plan was checked.`;
    const least = bound
      ? `any plan takes at least ${amount(bound, unit)}: that is proved (gap ${gapOf(cost, bound).toFixed(1)} %)`
      : "there may be a better one";
    return `Found by ${engine}${strategy ? ` (${strategy})` : ""}${took}; ${least}. The plan was checked.`;
  }
  if (status === "unsolvable") return `Proved by ${engine}${took}: no plan exists.`;
  return words || "Nothing is proved.";
}
