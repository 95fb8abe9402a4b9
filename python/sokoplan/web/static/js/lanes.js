/* The progress of the engines of a job, one line each. */

import { h } from "./dom.js";

export class Lanes {
  constructor() {
    this.element = h("div", { class: "lanes" });
    this.lines = new Map();
  }

  clear() {
    this.lines.clear();
    this.element.replaceChildren();
  }

  hear(event) {
    if (event.type === "started") event.engines.forEach((name) => this.#line(name));
    if (event.type === "progress") this.#progress(event);
    if (event.type === "answer") this.#answer(event);
  }

  /** The job is over: an engine that still runs was stopped. */
  finish(result) {
    if (result && this.lines.size <= 1) {
      this.#settle(result.engine, result.status, `${result.nodes.toLocaleString("en")} nodes`, result.seconds);
    }
    for (const [name, { state }] of this.lines)
      if (state.textContent === "running") this.#settle(name, "stopped", "");
  }

  #progress({ engine, seconds, nodes, bound, words, memory_mb: memory }) {
    const line = this.#line(engine);
    line.time.textContent = `${seconds.toFixed(1)} s`;
    const parts = [
      words,
      nodes && `${nodes.toLocaleString("en")} nodes`,
      bound !== null && `at least ${bound}`,
      memory && `${memory} MB`,
    ];
    line.words.textContent = parts.filter(Boolean).join(" · ");
  }

  #answer({ engine, result, words }) {
    if (!result) return this.#settle(engine, "no answer", words);
    const { status, reason, optimal, cost, seconds } = result;
    if (reason === "cancelled") return this.#settle(engine, "stopped", "", seconds);
    const solved = `cost ${cost}${optimal ? ", optimal" : ""}`;
    return this.#settle(engine, status, status === "solved" ? solved : words, seconds);
  }

  /** The line of one engine, made at its first event. */
  #line(name) {
    if (!this.lines.has(name)) {
      const [state, time, words] = ["state", "time", "words"].map((part) => h("span", { class: `lane-${part}` }));
      state.textContent = "running";
      const dot = h("span", { class: "lane-dot" });
      const row = h("div", { class: "lane running" }, dot, h("strong", {}, name), state, time, words);
      this.element.append(row);
      this.lines.set(name, { row, state, time, words });
    }
    return this.lines.get(name);
  }

  #settle(name, outcome, words, seconds) {
    const line = this.#line(name);
    line.row.className = `lane ${outcome}`;
    line.state.textContent = outcome;
    if (seconds !== undefined) line.time.textContent = `${seconds.toFixed(2)} s`;
    if (words) line.words.textContent = words;
  }
}
