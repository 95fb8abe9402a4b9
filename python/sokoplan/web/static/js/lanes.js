/* The engines of a job, one line each: what it was asked, how far it is, what it answered, in the unit it was asked for. When
   several have answered, a small chart compares their times. */

import * as api from "./api.js";
import { barChart } from "./charts.js";
import { h } from "./dom.js";
import { HorizonPlots } from "./horizons.js";

export const ASKED = {
  any: "any plan",
  moves: "fewest moves",
  pushes: "fewest pushes",
  "moves-pushes": "fewest moves, then pushes",
  "pushes-moves": "fewest pushes, then moves",
};

/** What an engine was asked, in words; where a cost is limited, everything is asked for the least cost. */
export const askedWords = (asked, unit) => (unit === "cost" ? "least cost" : ASKED[asked]);

/** `97 pushes`, `1 move`, `cost 23`. */
export function amount(number, unit) {
  if (unit === "cost") return `cost ${number.toLocaleString("en")}`;
  const one = { pushes: "push", moves: "move" }[unit];
  return `${number.toLocaleString("en")} ${number === 1 ? one : unit}`;
}

export class Lanes {
  constructor() {
    this.list = h("div", { class: "lanes" });
    this.chart = h("div", { class: "chart-place" });
    this.horizons = new HorizonPlots();
    this.element = h("div", { class: "lane-place" }, this.list, this.chart, this.horizons.element);
    this.lines = new Map();
    this.units = {}; // what each engine counts: positions, conflicts
    api.about().then(({ engines }) => engines.forEach(({ name, nodes }) => (this.units[name] = nodes)), () => {});
  }

  /** `542 conflicts`, in the words of the engine. */
  #nodes({ engine, nodes }) {
    const units = this.units[engine] ?? "positions";
    return `${nodes.toLocaleString("en")} ${nodes === 1 ? units.slice(0, -1) : units}`;
  }

  clear() {
    this.lines.clear();
    this.list.replaceChildren();
    this.chart.replaceChildren();
    this.horizons.clear();
  }

  hear(event) {
    if (event.type === "started") event.lanes.forEach((lane) => this.#line(lane));
    if (event.type === "progress") {
      this.#progress(event);
      this.horizons.hear(event);
    }
    if (event.type === "answer") this.#answer(event);
  }

  /** The job is over: an engine that still runs was stopped. */
  finish(result) {
    if (result) this.horizons.hear(result);
    if (result && this.lines.size <= 1)
      for (const line of this.lines.values())
        this.#settle(line, result.status, this.#nodes(result), result.seconds);
    for (const line of this.lines.values())
      if (line.running) this.#settle(line, line.began ? "stopped" : "not needed", line.began ? null : "");
  }

  #progress({ engine, asked, unit, seconds, nodes, bound, words, memory_mb: memory }) {
    const line = this.#line({ engine, asked, unit, start: 0 });
    line.began = true;
    line.row.className = "lane running";
    line.state.textContent = "running";
    line.time.textContent = `${seconds.toFixed(1)} s`;
    const looked = this.#nodes({ engine, nodes });
    const parts = [
      words,
      nodes && !words.includes(looked) && looked,
      bound !== null && `at least ${amount(bound, unit)}`,
      memory && `${memory} MB`,
    ];
    line.words.textContent = parts.filter(Boolean).join(" · ");
  }

  #answer({ engine, asked, result, words }) {
    const line = this.#line({ engine, asked, unit: result?.unit ?? "moves", start: 0 });
    if (!result) return this.#settle(line, "no answer", words);
    this.horizons.hear(result);
    const { status, reason, optimal, cost, unit, seconds, bound } = result;
    const least = bound !== null && !optimal ? `at least ${amount(bound, unit)}` : null;
    if (reason === "cancelled" && status === "unknown") return this.#settle(line, "stopped", least, seconds);
    const solved = status === "solved" && `${amount(cost, unit)}${optimal ? ", optimal" : ""}`;
    this.#settle(line, status, solved || words, seconds);
    line.answer = { engine, seconds, words: solved || status, settled: status !== "unknown" };
    this.#drawChart();
  }

  /** Times can be compared only where the engines were asked the same. */
  #drawChart() {
    const answers = [...this.lines.values()].filter(({ answer }) => answer && answer.engine !== "improve");
    const same = new Set(answers.map(({ asked }) => asked)).size === 1;
    if (answers.length < 2 || !same) return;
    const rows = answers.map(({ answer }) => ({ name: answer.engine, value: answer.seconds, ...answer }));
    this.chart.replaceChildren(barChart("Seconds until the answer", rows));
  }

  /** The line of one engine, made at its first event. */
  #line({ engine, asked, unit, start }) {
    const key = `${engine} ${asked}`;
    if (!this.lines.has(key)) {
      const [state, time, words] = ["state", "time", "words"].map((part) => h("span", { class: `lane-${part}` }));
      state.textContent = start > 0 ? `joins after ${start} s` : "waiting";
      const dot = h("span", { class: "lane-dot" });
      const name = h("strong", {}, engine === "improve" ? "improving the plan" : engine, h("small", {}, ` ${askedWords(asked, unit)}`));
      const row = h("div", { class: "lane waiting" }, dot, name, state, time, words);
      this.list.append(row);
      this.lines.set(key, { row, state, time, words, asked, running: true, began: false });
    }
    return this.lines.get(key);
  }

  #settle(line, outcome, words, seconds) {
    line.running = false;
    line.row.className = `lane ${outcome.replaceAll(" ", "-")}`;
    line.state.textContent = outcome;
    if (seconds !== undefined) line.time.textContent = `${seconds.toFixed(2)} s`;
    if (words !== null && words !== undefined) line.words.textContent = words;
  }
}
