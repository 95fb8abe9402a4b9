/* The editor: brushes, a check after every change, solving, saving and exporting. */

import * as api from "./api.js";
import { brushBar } from "./brushes.js";
import { Camera, cameraButtons, cameraKey, zoomByTouch } from "./camera.js";
import { button, h, later, say } from "./dom.js";
import { Draft, brushesOf } from "./draft.js";
import { share } from "./downloads.js";
import { EditorBoard } from "./editor_board.js";
import { settingsForm } from "./editor_settings.js";
import { editorStrokes } from "./editor_strokes.js";
import { toolBar } from "./editor_tools.js";
import { exportPart } from "./exports.js";
import { replay } from "./game.js";
import { runJob } from "./job.js";
import { actionOf, keyOf } from "./keys.js";
import { boardOf, fingerprint, misshapen, placeWordsOf } from "./level.js";
import { load } from "./level_page.js";
import { to } from "./router.js";
import { addOwn } from "./own.js";
import { keepProof, keepSolution } from "./keeping.js";
import { headline, proof } from "./solve.js";
import { keep, recall } from "./store.js";

export function openEditor() {
  let draft, view, job, camera, strokes;
  let brush = "wall";
  let tool = "pencil";
  let legal = false;
  let waiting = null;
  const parts = {};

  async function open(root, tab, ref) {
    document.title = "Draw · sokoplan";
    const kept = new Draft(keptDraft());
    if (ref) {
      try {
        const { level } = await load(ref);
        if (!root.isConnected) return; // another page was opened meanwhile
        kept.replace(level);
        history.replaceState(null, "", "#draw");
      } catch (error) {
        if (!root.isConnected) return;
        say(error.words ?? error.message, "wrong");
      }
    }
    draft = kept;
    api
      .about()
      .then(({ limits }) => (draft.most = limits.cells))
      .catch(() => {}); // without a server, the usual limit
    view = new EditorBoard({
      down: (...stroke) => strokes.down(...stroke),
      move: (cell) => strokes.move(cell),
      up: () => strokes.up(),
      act: (cell) => strokes.act(cell),
      cancel: () => strokes.cancel(),
    });
    strokes = editorStrokes(
      draft,
      view,
      () => ({ tool, brush }),
      () => changed(false),
    );
    view.draw(draft.now);
    camera = new Camera(view.element, () => view.bounds);
    const stage = h(
      "div",
      { class: "stage", tabindex: "0", role: "group", "aria-label": "Board to draw on" },
      view.element,
      cameraButtons(camera, () => stage),
    );
    zoomByTouch(stage, camera);
    addEventListener("pagehide", storeNow);
    for (const name of ["brushes", "tools", "settings", "problems", "answer"]) {
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
            h(
              "p",
              { class: "facts" },
              "Choose a brush, then click or drag; the right button erases. Arrows and Space work too.",
            ),
          ),
          h("div", { class: "row" }, parts.undo, parts.redo, !api.STATIC && button("new", "Generate", generate, { class: "quiet" }),
            button(null, "New", fresh, { class: "quiet" })),
        ),
        h("div", { class: "draw-left" }, parts.brushes, parts.tools, stage),
        h(
          "aside",
          { class: "panel" },
          h(
            "div",
            { class: "panel-body" },
            parts.settings,
            h("section", { "aria-label": "Check" }, h("h2", {}, "Check"), parts.problems),
            h("div", { class: "row tools" }, !api.STATIC && parts.solve, parts.play),
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

  /** A level by the generator, to go on from; what was drawn can be had back by Undo. */
  async function generate() {
    const { newPuzzleDialog } = await import("./new_puzzle.js");
    newPuzzleDialog(([{ level }], [remark]) => {
      draft.replace(level);
      changed();
      say(`${remark}.`);
    }, draft.now.game);
  }

  // --- drawing ------------------------------------------------------------------------------------------------------

  /** After every change: draw at once; keep and check a little later, so that a long stroke stays quick. */
  function changed(whole = true) {
    view.draw(draft.now);
    if (whole) camera.draw();
    store();
    parts.undo.disabled = !draft.past.length;
    parts.redo.disabled = !draft.future.length;
    if (whole) {
      drawBrushes();
      drawTools();
      parts.settings.replaceChildren(...settingsForm(draft, changed));
    }
    parts.exports.stale();
    parts.answer.replaceChildren();
    job?.stop();
    job = null;
    check();
  }

  const store = later(() => storeNow(), 250);

  function storeNow() {
    store.cancel();
    keep("draft", draft.level);
  }

  function drawTools() {
    const choose = (name) => {
      strokes.cancel();
      tool = name;
      drawTools();
    };
    const shape = (work) => () => {
      work(strokes.part());
      changed();
    };
    const actions = [
      ["turn", "Turn right", shape((part) => draft.turn(part))],
      ["mirror", "Mirror", shape((part) => draft.mirror(part))],
      ["trim", "Trim the edges", shape(() => draft.trim())],
    ];
    parts.tools.replaceChildren(...toolBar(tool, choose, actions));
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
    const { level } = draft;
    const asked = (job = runJob({ level, engine: "auto", objective: "moves", seconds: 20 }, () => {}));
    const { result, refusal } = await asked.finished;
    if (job !== asked) return; // the level was changed since
    if (refusal) return void parts.answer.replaceChildren(h("p", { class: "notice" }, refusal));
    // What is solved here stays solved in the library.
    const print = fingerprint(level);
    keepProof(level, print, result);
    if (result.status === "solved")
      keepSolution(boardOf(level), print, result.lurd, { by: result.engine, own: false });
    parts.answer.replaceChildren(
      h(
        "div",
        { class: `verdict ${result.status}` },
        h("h2", {}, headline(result)),
        h("p", {}, proof(result, draft.now.game)),
        result.status === "solved" &&
          h("output", { class: "lurd" }, replay(boardOf(level), result.lurd).game.lurd),
      ),
    );
  }

  // --- saving -------------------------------------------------------------------------------------------------------

  function keepers() {
    const link = () => share("play", { level: draft.level });
    return h(
      "div",
      { class: "row" },
      button("save", "Save to library", () => save(false)),
      button("share", "Copy link", link),
    );
  }

  async function save(play) {
    const { level } = draft;
    try {
      const [id] = await addOwn([{ level }]);
      if (play) return void (location.hash = to("play", id));
    } catch (error) {
      return say(error.words ?? error.message, "wrong");
    }
    say(`${level.title || "The level"} was saved to your library.`);
  }

  function key(event) {
    if (!draft) return; // not there yet
    const action = actionOf(event);
    const names = brushesOf(draft.now.game);
    if (names[Number(event.key) - 1] && event.key !== "0") {
      brush = names[Number(event.key) - 1];
      drawBrushes();
    } else if (event.shiftKey && STEPS[event.key] && strokes.part()) strokes.shift(...STEPS[event.key]);
    else if (event.key === "Delete" && strokes.part()) (draft.erase(strokes.part()), changed());
    else if (event.key === "Escape") strokes.cancel();
    else if (action === "redo") draft.redo() && changed();
    else if (action === "undo") draft.undo() && changed();
    else if (!view.key(event) && !cameraKey(event, camera, view.element.parentElement)) return;
    event.preventDefault();
  }

  function close() {
    job?.stop();
    camera?.close();
    removeEventListener("pagehide", storeNow);
    if (draft) storeNow();
  }

  return { open, key, close };
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The stored draft, if it is still well-formed; only its player may be missing. */
function keptDraft() {
  const level = recall("draft");
  return level && !misshapen({ ...level, player: level.player ?? [0, 0] }) ? level : null;
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
