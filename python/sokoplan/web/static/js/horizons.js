/* What SAT and ASP spend on each horizon, as a plot that grows while they run, and as a table of the same numbers. */

import { linePlot } from "./charts.js";
import { h } from "./dom.js";

const LEAST = 2; // horizons; one is no line

export class HorizonPlots {
  constructor() {
    this.element = h("div", { class: "horizon-plots" });
    this.clear();
  }

  clear() {
    this.engines = new Map();
    this.element.replaceChildren();
  }

  /** Takes the horizons in an event; those that were there before are replaced. */
  hear({ engine, horizons = [] }) {
    if (!horizons.length) return;
    const known = this.engines.get(engine) ?? new Map();
    for (const one of horizons) known.set(`${one.question} ${one.horizon}`, one);
    this.engines.set(engine, known);
    this.#draw();
  }

  #draw() {
    const open = new Set(
      [...this.element.querySelectorAll("details[open]")].map(({ dataset }) => dataset.engine),
    );
    const parts = [...this.engines].map(([engine, known]) => {
      const rows = [...known.values()];
      if (rows.length < LEAST) return null;
      // One plot for each question: horizons of moves and of pushes have no common scale.
      const questions = [...new Set(rows.map(({ question }) => question))];
      const plots = questions.map((name) =>
        plot(
          engine,
          name,
          rows.filter(({ question }) => question === name),
        ),
      );
      const table = h(
        "details",
        { "data-engine": engine, open: open.has(engine) },
        h("summary", {}, `The numbers of ${engine}, horizon by horizon`),
        tableOf(engine, rows),
      );
      return [plots, table];
    });
    this.element.replaceChildren(...parts.flat(Infinity).filter(Boolean));
  }
}

function plot(engine, question, list) {
  if (list.length < LEAST) return null;
  const sorted = [...list].sort((one, other) => one.horizon - other.horizon);
  const points = (name) => sorted.map((one) => [one.horizon, one[name]]);
  return linePlot(
    `${engine}: what each horizon took`,
    `Horizons count ${question}; each line has its own scale.`,
    [
      { name: "seconds", points: points("seconds") },
      { name: engine === "asp" ? "rules" : "clauses", points: points("clauses") },
    ],
    "horizon",
  );
}

function tableOf(engine, rows) {
  const cells = ({ horizon, question, answer, seconds, variables, clauses, conflicts }) => [
    `${horizon} ${question}`,
    answer,
    seconds.toFixed(3),
    ...[variables, clauses, conflicts].map((number) => number.toLocaleString("en")),
  ];
  const size = engine === "asp" ? ["atoms", "rules"] : ["variables", "clauses"];
  const heads = ["horizon", "answer", "seconds", ...size, "conflicts"];
  return h(
    "div",
    { class: "table-place", tabindex: "0", role: "group", "aria-label": "Numbers of each horizon" },
    h(
      "table",
      { class: "horizon-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((word) => h("th", { scope: "col" }, word)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            cells(row).map((text) => h("td", {}, text)),
          ),
        ),
      ),
    ),
  );
}
