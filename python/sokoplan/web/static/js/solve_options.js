/* The options of an engine as fields, made from the rows that the server lists: one field a row. */

import * as api from "./api.js";
import { choice, field, h } from "./dom.js";

/** An element with the options of one engine, and what is set: {name: text}, without what is left at its default. */
export class SolveOptions {
  constructor(set, onchange) {
    this.element = h("div", { class: "options" });
    this.set = set; // by engine
    this.onchange = onchange;
    this.drawn = 0;
  }

  /** Asks the server what can be set, and draws it. */
  async draw(engine, level, objective, all) {
    const call = ++this.drawn;
    const named = engine !== "auto" && engine !== "anytime" && level;
    const lists = named ? await api.options(level, objective, all).catch(() => null) : null;
    if (call !== this.drawn) return; // something else was chosen meanwhile
    this.engine = engine;
    this.rows = lists?.engines.find((one) => one.engine === engine)?.options ?? [];
    const group = (title, rows) =>
      rows.length > 0 &&
      h(
        "details",
        { open: rows.some(({ name }) => name in this.values) },
        h("summary", {}, title),
        rows.map((row) => this.row(row)),
      );
    const groups = [
      group(
        `Options of ${engine}`,
        this.rows.filter((row) => !row.advanced),
      ),
      group(
        `Switches of ${engine}, for experiments`,
        this.rows.filter((row) => row.advanced),
      ),
    ];
    this.element.replaceChildren(...groups.filter(Boolean));
  }

  get values() {
    return this.set[this.engine] ?? {};
  }

  /** What to send: only rows that are shown. */
  chosen() {
    const names = new Set((this.rows ?? []).map(({ name }) => name));
    return Object.fromEntries(Object.entries(this.values).filter(([name]) => names.has(name)));
  }

  put(row, text) {
    const values = (this.set[this.engine] ??= {});
    if (text === "" || text === row.default) delete values[row.name];
    else values[row.name] = text;
    this.onchange();
  }

  row(row) {
    const control = this.control(row);
    const zero = row.zero ? ` 0 means ${row.zero}.` : "";
    return h(
      "div",
      { class: "option", "data-option": row.name },
      control,
      h("p", { class: "facts" }, `${row.help}.${zero}`),
    );
  }

  control(row) {
    const value = this.values[row.name] ?? row.default;
    const change = (text) => this.put(row, text);
    if (row.kind === "choice" || row.kind === "switch") {
      const words = row.kind === "switch" ? { true: "on", false: "off" } : {};
      const named = row.values.map((word) => [
        word,
        (words[word] ?? word) + (word === row.default ? " (default)" : ""),
      ]);
      return choice(row.name, row.default ? named : [["", "not set"], ...named], value, change);
    }
    const listed = row.kind === "list" ? `any of ${row.values.join(", ")}` : null;
    const input = h("input", {
      type: row.kind === "number" ? "number" : "text",
      min: row.least,
      max: row.most,
      step: row.kind === "number" ? "1" : null,
      placeholder: row.kind === "list" ? "not set" : null,
      title: listed ?? (row.most === null ? null : `from ${row.least} to ${row.most}`),
      value,
      onchange: () => change(input.value.trim()),
    });
    const control = field(row.name, input);
    if (listed) control.append(h("p", { class: "facts" }, `With commas between: ${row.values.join(", ")}.`));
    return control;
  }
}
