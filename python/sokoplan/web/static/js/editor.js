/* The editor: brushes, a check after every change, solving, saving and exporting. */

import * as api from "./api.js";
import { brushBar } from "./brushes.js";
import { button, h, later, say } from "./dom.js";
import { Draft, brushesOf } from "./draft.js";
import { share } from "./downloads.js";
import { EditorBoard } from "./editor_board.js";
import { settingsForm } from "./editor_settings.js";
import { exportPart } from "./exports.js";
import { replay } from "./game.js";
import { runJob } from "./job.js";
import { actionOf, keyOf } from "./keys.js";
import { boardOf, misshapen, placeWordsOf } from "./level.js";
import { load } from "./level_page.js";
import { to } from "./router.js";
import { cardFor } from "./catalog.js";
import { headline, proof } from "./solve.js";
import { addLevels, keep, recall } from "./store.js";

export function openEditor() {
  let draft, view, job;
  let brush = "wall";
  let legal = false;
  let waiting = null;
  const parts = {};

  async function open(root, tab, ref) {
    document.title = "Draw · sokoplan";
    draft = new Draft(keptDraft());
    if (ref) {
      try {
        draft.replace((await load(ref)).level);
        history.replaceState(null, "", "#draw");
      } catch (error) {
        say(error.words ?? error.message, "wrong");
      }
    }
    view = new EditorBoard({ onPaint: paint, onEnd: () => (draft.stroke = null) });
    for (const name of ["brushes", "settings", "problems", "answer"]) {
      parts[name] = h("div", { class: `draw-${name}` });
    }
    parts.problems.setAttribute("role", "status");
    parts.exports = exportPart(() => draft.level);
    parts.undo = button("undo", "Undo", () => draft.undo() && changed(), { bare: true, key: keyOf("undo") });
    parts.redo = button("redo", "Redo", () => draft.redo() && changed(), { bare: true, key: keyOf("redo") });
    parts.solve = button("solve", "Solve it", solve, { class: "primary" });
    parts.play = button("play", "Save and play", () => save(true));
    root.append(
      h(
        "div",
        { class: "level-page draw" },
        h(
          "header",
          { class: "level-head" },
          h(
            "div",
            {},
            h("h1", {}, "Draw a level"),
            h("p", { class: "facts" }, "Choose a brush, then click or drag. Arrows and Space work too."),
          ),
          h("div", { class: "row" }, parts.undo, parts.redo, button(null, "New", fresh, { class: "quiet" })),
        ),
        h(
          "div",
          { class: "draw-left" },
          parts.brushes,
          h("div", { class: "stage", tabindex: "0", role: "group", "aria-label": "Board to draw on" }, view.element),
        ),
        h(
          "aside",
          { class: "panel" },
          h(
            "div",
            { class: "panel-body" },
            parts.settings,
            h("section", { "aria-label": "Check" }, h("h2", {}, "Check"), parts.problems),
            h("div", { class: "row tools" }, parts.solve, parts.play),
            parts.answer,
            h(
              "section",
              { "aria-label": "Export" },
              h("h2", {}, "Save and export"),
              parts.exports.element,
              keepers(),
            ),
          ),
        ),
      ),
    );
    changed();
  }

  function fresh() {
    draft.replace(null);
    changed();
  }

  // --- drawing ------------------------------------------------------------------------------------------------------

  function paint(row, column, stroke) {
    if (draft.paint(row, column, brush, stroke)) changed(false);
  }

  /** After every change: draw, keep, check. */
  function changed(whole = true) {
    const { level } = draft;
    view.draw(level);
    keep("draft", level);
    parts.undo.disabled = !draft.past.length;
    parts.redo.disabled = !draft.future.length;
    if (whole) {
      drawBrushes();
      parts.settings.replaceChildren(...settingsForm(draft, changed));
    }
    parts.exports.stale();
    parts.answer.replaceChildren();
    job?.stop();
    check();
  }

  function drawBrushes() {
    const names = brushesOf(draft.now.game);
    if (!names.includes(brush)) brush = names[0];
    const choose = (name) => {
      brush = name;
      drawBrushes();
    };
    parts.brushes.replaceChildren(brushBar(draft.now.game, brush, choose));
  }

  // --- checking -----------------------------------------------------------------------------------------------------

  const check = later(async () => {
    waiting?.abort();
    waiting = new AbortController();
    try {
      const { problems, remarks = [], refused = {} } = await api.check(draft.level, waiting.signal);
      parts.exports.fit(draft.level.game, refused);
      showProblems(problems, remarks);
    } catch (error) {
      if (error.name === "AbortError") return;
      parts.exports.fit(draft.level.game, {});
      showProblems([{ sentence: error.sentence ?? error.message, hint: error.hint ?? "", cell: null }], []);
    }
  }, 150);

  function showProblems(problems, remarks) {
    legal = problems.length === 0;
    parts.exports.allow(legal);
    parts.solve.disabled = parts.play.disabled = !legal;
    view.markProblems(problems.map(({ cell }) => cell).filter(Boolean));
    const sentence = ({ sentence: words, hint, cell }) =>
      h(
        "li",
        { class: "wrong" },
        upper(words),
        cell && !words.includes(placeWordsOf(cell)) ? ` (${placeWordsOf(cell)})` : "",
        ". ",
        hint ? h("small", {}, hint) : null,
      );
    const fine = h("li", { class: "fine" }, "This level is valid.");
    parts.problems.replaceChildren(
      h(
        "ul",
        {},
        legal ? fine : problems.map(sentence),
        remarks.map((remark) => h("li", {}, remark)),
      ),
    );
  }

  async function solve() {
    parts.answer.replaceChildren(h("p", { class: "notice" }, "Solving…"));
    job = runJob({ level: draft.level, engine: "auto", objective: "moves", seconds: 20 }, () => {});
    const { result, refusal } = await job.finished;
    if (refusal) return void parts.answer.replaceChildren(h("p", { class: "notice" }, refusal));
    parts.answer.replaceChildren(
      h(
        "div",
        { class: `verdict ${result.status}` },
        h("h2", {}, headline(result)),
        h("p", {}, proof(result, draft.now.game)),
        result.status === "solved" &&
          h("output", { class: "lurd" }, replay(boardOf(draft.level), result.lurd).game.lurd),
      ),
    );
  }

  // --- saving -------------------------------------------------------------------------------------------------------

  function keepers() {
    const link = () => share("play", draft.level);
    return h(
      "div",
      { class: "row" },
      button("save", "Save to library", () => save(false)),
      button("share", "Copy link", link),
    );
  }

  function save(play) {
    const { level } = draft;
    const card = cardFor(level);
    if (!addLevels([{ card, level }])) return say("The browser's storage is full: the level was not saved.", "wrong");
    if (play) location.hash = to("play", card.id);
    else say(`${level.title || "The level"} was saved to your library.`);
  }

  function key(event) {
    const action = actionOf(event);
    const names = brushesOf(draft.now.game);
    if (names[Number(event.key) - 1] && event.key !== "0") {
      brush = names[Number(event.key) - 1];
      drawBrushes();
    } else if (action === "redo") draft.redo() && changed();
    else if (action === "undo") draft.undo() && changed();
    else if (!view.key(event)) return;
    event.preventDefault();
  }

  return { open, key, close: () => job?.stop() };
}

/** The stored draft, if it is still well-formed; only its player may be missing. */
function keptDraft() {
  const level = recall("draft");
  return level && !misshapen({ ...level, player: level.player ?? [0, 0] }) ? level : null;
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
