/* Solving: an engine and an objective, or all engines side by side.

   Comes in:  the desk's position, wherever in the game it is.     Goes out: live progress; an answer that says what was
   proved and by whom; a plan on the desk. */

import * as api from "./api.js";
import { button, choice, count, h, say } from "./dom.js";
import { runJob } from "./job.js";
import { pushWord } from "./level.js";
import { keep, recall } from "./store.js";

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

export function solveTab(desk) {
  const { game } = desk;
  const wish = { engine: "auto", objective: "moves", seconds: "60", ...recall("solve", {}) };
  let job = null;
  let lanes = new Map();
  const fields = h("div", { class: "fields" });
  const from = h("p", { class: "facts" });
  const table = h("div", { class: "lanes" });
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
    table,
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
      ].filter(Boolean),
    );
  }

  // --- running ------------------------------------------------------------------------------------------------------

  async function run(engine) {
    const here = game.here();
    if (!here || game.won)
      return void answer.replaceChildren(
        h("p", {}, "This position is won already. Restart or undo to solve from earlier."),
      );
    const own = game.lurd;
    busy(true);
    lanes = new Map();
    table.replaceChildren();
    answer.replaceChildren();
    job = runJob({ level: here, engine, objective: wish.objective, seconds: Number(wish.seconds) }, onEvent);
    const { result, refusal } = await job.finished;
    busy(false);
    for (const line of lanes.values()) if (line.state.textContent === "running") settle(line, "stopped", "");
    if (refusal) answer.replaceChildren(h("p", { class: "notice" }, refusal));
    else showAnswer(result, own);
  }

  function busy(now) {
    solve.disabled = race.disabled = now;
    stop.disabled = !now;
    element.classList.toggle("busy", now);
    if (!now) job = null;
  }

  function onEvent(event) {
    if (event.type === "queued")
      answer.replaceChildren(
        h(
          "p",
          { class: "notice" },
          event.place > 0 ? `Waiting: place ${event.place} in the queue.` : "Waiting for a free core.",
        ),
      );
    if (event.type === "started") {
      answer.replaceChildren();
      for (const name of event.engines) lane(name);
    }
    if (event.type === "progress") progress(event);
    if (event.type === "answer") {
      const { status = "out", optimal, cost, seconds } = event.result ?? {};
      const words = status === "solved" ? `cost ${cost}${optimal ? ", proved best" : ""}` : event.words;
      const cancelled = event.result?.reason === "cancelled";
      settle(lane(event.engine), cancelled ? "stopped" : status, cancelled ? "" : words, seconds);
    }
  }

  /** The line of one engine, made when it is first heard of. */
  function lane(name) {
    if (!lanes.has(name)) {
      const parts = {
        state: h("span", { class: "lane-state" }, "running"),
        time: h("span", { class: "lane-time" }),
        words: h("span", { class: "lane-words" }),
      };
      const row = h(
        "div",
        { class: "lane running" },
        h("span", { class: "lane-dot" }),
        h("strong", {}, name),
        parts.state,
        parts.time,
        parts.words,
      );
      table.append(row);
      lanes.set(name, { ...parts, row });
    }
    return lanes.get(name);
  }

  function progress({ engine, seconds, nodes, bound, words, memory_mb: memory }) {
    const line = lane(engine);
    line.time.textContent = seconds === undefined ? "" : `${seconds.toFixed(1)} s`;
    const parts = [
      words,
      nodes && `${nodes.toLocaleString("en")} nodes`,
      bound != null && `at least ${bound}`,
      memory && `${Math.round(memory)} MB`,
    ];
    line.words.textContent = parts.filter(Boolean).join(" · ");
  }

  function settle(line, state, words, seconds) {
    line.row.className = `lane ${state}`;
    line.state.textContent = state;
    if (seconds !== undefined) line.time.textContent = `${seconds.toFixed(2)} s`;
    if (words) line.words.textContent = words;
  }

  // --- answering ----------------------------------------------------------------------------------------------------

  function showAnswer(result, own) {
    if (lanes.size <= 1 && result.engine)
      settle(lane(result.engine), result.status, `${(result.nodes ?? 0).toLocaleString("en")} nodes`, result.seconds);
    const parts = [h("h3", {}, headline(result, desk.board.game)), h("p", {}, proof(result))];
    if (result.status === "solved") {
      desk.setPlan({ keys: own + result.lurd, from: own.length, by: result.engine, words: proof(result) });
      parts.push(
        h("output", { class: "lurd", tabindex: "0", "aria-label": "The plan" }, result.lurd || "(nothing to do)"),
        h(
          "div",
          { class: "row" },
          button("play", "Watch it", () => desk.goTab("watch"), { class: "primary" }),
          button("copy", "Copy LURD", () => copy(result.lurd)),
        ),
      );
    }
    answer.replaceChildren(h("div", { class: `verdict ${result.status}` }, parts));
  }

  function enter() {
    const start = game.moves === 0;
    from.textContent = start
      ? "From the start of the level."
      : `From where you are: after ${count(game.moves, "move")}.`;
    desk.refresh();
  }

  return { element, enter, leave: () => job?.stop(), key: () => {} };
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    say("The browser does not let this page copy; select the text instead.", "wrong");
  }
}

function headline({ status, moves, pushes, reason }, game) {
  if (status === "solved") return `Solved: ${count(moves, "move")}, ${count(pushes, pushWord(game))}`;
  if (status === "unsolvable") return "There is no plan";
  return (
    { time: "No answer in the time given", memory: "No answer in the memory given", cancelled: "Stopped" }[reason] ??
    "No answer"
  );
}

/** What was proved, and by whom. */
export function proof({ status, engine, objective, optimal, words, seconds }) {
  const took = seconds === undefined ? "" : ` in ${seconds.toFixed(2)} s`;
  if (status === "solved") {
    const what = Object.fromEntries(OBJECTIVES)[objective] ?? objective;
    return optimal
      ? `Proved by ${engine}${took}: no plan is better (${what}). The judge replayed it.`
      : `Found by ${engine}${took}; nobody proved it the best. The judge replayed it.`;
  }
  if (status === "unsolvable") return `Proved by ${engine}${took}: no plan exists.`;
  return words || "Nothing is proved either way.";
}
