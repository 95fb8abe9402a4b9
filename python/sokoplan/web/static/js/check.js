/* A collection put to the test: every level through the engines chosen, with a row for each answer as it comes.

   The server does what `sokoplan check` does: stored solutions hold, every engine answers, plans are checked by the rules, no
   two answers contradict each other. Levels go there a few at a time, so that a large collection needs no large request. */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { button, choice, count, field, h, toggle } from "./dom.js";
import { runJob } from "./job.js";
import { ownLevel } from "./own.js";
import { keepSolutions } from "./keeping.js";
import { to } from "./router.js";
import { OBJECTIVES } from "./solve.js";
import { keep, recall } from "./store.js";

const AT_ONCE = 10; // levels in a request
const MOST_ROWS = 2000; // in the table; the numbers above it count all

export async function checkDialog(set, done) {
  const { engines } = await api.about();
  const games = new Set(set.cards.map(({ game }) => game));
  const able = engines.filter((engine) => [...games].every((game) => engine.games.includes(game)));
  const wish = { engines: ["search"], objective: "any", seconds: 10, ...recall("check", {}) };
  let job = null;
  let stopped = false;
  let counts = { levels: 0, fine: 0, wrong: 0 };
  let onlyWrong = false;

  const seconds = h("input", { type: "number", min: 1, max: 600, value: wish.seconds });
  const boxes = able.map(({ name }) => {
    const box = h("input", { type: "checkbox", value: name, checked: wish.engines.includes(name) });
    return h("label", { class: "check-engine" }, box, h("span", {}, name));
  });
  const status = h("p", { class: "facts", role: "status" }, `${count(set.cards.length, "level")} to check.`);
  const bar = h("progress", { max: set.cards.length, value: 0, "aria-label": "Levels checked" });
  const body = h("tbody");
  const heads = ["level", "by", "check", "answer", "seconds"].map((word) => h("th", { scope: "col" }, word));
  const table = h("table", { class: "check-table" }, h("thead", {}, h("tr", {}, heads)), body);
  const start = button("check", "Start", run, { class: "primary" });
  const stop = button("stop", "Stop", () => ((stopped = true), job?.stop()), { disabled: true });

  const chosen = () => boxes.map((label) => label.firstChild).filter(({ checked }) => checked);

  async function run() {
    wish.engines = chosen().map(({ value }) => value);
    wish.seconds = Math.max(1, Number(seconds.value) || 10);
    if (!wish.engines.length) return void (status.textContent = "Choose at least one engine.");
    keep("check", wish);
    stopped = false;
    counts = { levels: 0, fine: 0, wrong: 0 };
    body.replaceChildren();
    busy(true);
    const trouble = await checkAll().catch((error) => error.words ?? error.message);
    busy(false);
    tell(trouble || (stopped ? "Stopped." : "Done."));
    done();
  }

  function busy(now) {
    start.disabled = now;
    stop.disabled = !now;
  }

  /** All of them, a few at a time. Returns what went wrong, or nothing. */
  async function checkAll() {
    const levels = await levelsOf(set);
    for (let first = 0; first < levels.length && !stopped && dialog.isConnected; first += AT_ONCE) {
      const part = levels.slice(first, first + AT_ONCE);
      const { engines: names, objective, seconds: limit } = wish;
      const question = { levels: part, engines: names, objective, seconds: limit };
      const found = [];
      const hear = (event) => {
        if (event.type !== "row") return;
        counts.levels = first + event.index - 1; // those before it are done
        addRow(event, set.cards[first + event.index - 1]);
        const level = part[event.index - 1];
        if (event.ok && event.lurd) found.push({ level, keys: event.lurd, by: event.who, own: false });
      };
      job = runJob(question, hear, api.startCheck);
      const { refusal } = await job.finished;
      await keepSolutions(found); // what was found on the way is kept like any other solution
      if (refusal && !stopped) return refusal;
      if (!stopped) counts.levels = first + part.length;
      bar.value = counts.levels;
      tell("");
    }
    return "";
  }

  function tell(words) {
    const { levels, fine, wrong } = counts;
    const all = `${levels} of ${count(set.cards.length, "level")}: ${count(fine, "answer")} fine, ${wrong} failed.`;
    status.textContent = [words, all].filter(Boolean).join(" ");
  }

  function addRow({ who, ok, why, outcome, moves, pushes, seconds: took }, card) {
    counts[ok ? "fine" : "wrong"]++;
    tell("");
    if (body.children.length >= MOST_ROWS) return;
    const figures = moves === null ? "" : `, ${count(moves, "move")}, ${count(pushes, "push")}`;
    const link = h("a", { href: to("play", card.id) }, card.title || `Level ${card.number}`);
    const mark = h("span", { class: ok ? "fine-mark" : "wrong-mark" }, ok ? "fine" : "failed");
    const cells = [link, who, mark, ok ? `${outcome}${figures}` : `${outcome}: ${why}`, took.toFixed(2)];
    const row = h(
      "tr",
      { class: ok ? "fine-row" : "wrong-row", hidden: ok && onlyWrong },
      cells.map((cell) => h("td", {}, cell)),
    );
    body.append(row);
  }

  const dialog = openDialog(
    "Check",
    [
      h("p", { class: "lead" }, `Solves every level of ${set.title}, and compares the answers with each other.`),
      h("fieldset", { class: "check-engines" }, h("legend", {}, "Engines"), boxes),
      h(
        "div",
        { class: "fields two" },
        choice("Find", OBJECTIVES, wish.objective, (value) => (wish.objective = value)),
        field("Seconds for each answer", seconds),
      ),
      h("div", { class: "row" }, start, stop),
      bar,
      status,
      toggle("Show only what failed", false, (on) => {
        onlyWrong = on;
        for (const row of body.children) row.hidden = on && row.classList.contains("fine-row");
      }),
      h("div", { class: "table-place", tabindex: "0", role: "group", "aria-label": "Answers" }, table),
    ],
    "check wide",
  );
  dialog.addEventListener("close", () => ((stopped = true), job?.stop()));
}

/** Every level of a collection, in the order of its cards. */
async function levelsOf(set) {
  if (set.source === "added") return Promise.all(set.cards.map(({ id }) => ownLevel(id)));
  return (await api.collection(set.id)).levels;
}
