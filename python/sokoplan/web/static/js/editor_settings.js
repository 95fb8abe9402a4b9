/* The editor's settings: game, goal, title, size, and the drawing moved or fenced in.

   Comes in:  the draft; a function to call after a change, with false where no setting shows another value by it.
   Goes out:  elements, made anew for each whole change. */

import { button, choice, field, h } from "./dom.js";
import { GAMES } from "./level.js";

const READINGS = [
  ["end", "every box is on a goal"],
  ["each-once", "each box was on one once"],
];
const SHIFTS = [
  ["up", "Shift up", [-1, 0]],
  ["down", "Shift down", [1, 0]],
  ["previous", "Shift left", [0, -1]],
  ["next", "Shift right", [0, 1]],
];

export function settingsForm(draft, changed) {
  const { now, height, width } = draft;
  const set = (name) => (value) => (draft.set(name, value), changed());
  return [
    h(
      "div",
      { class: "fields two" },
      choice("Game", Object.entries(GAMES), now.game, set("game")),
      now.game === "helltaker" && number("Moves allowed", now.limit, set("limit"), 999),
      now.game === "sokoban" && choice("Won when", READINGS, now.reading, set("reading")),
    ),
    h("div", { class: "fields two" }, text("Title", "title"), text("Author", "author")),
    h(
      "div",
      { class: "row sizes" },
      number("Rows", height, (value) => (draft.resize(value, draft.width), changed())),
      number("Columns", width, (value) => (draft.resize(draft.height, value), changed())),
      button(null, "Walls around", () => (draft.fence(), changed()), { class: "quiet" }),
      shifts(),
    ),
  ];

  function text(words, name) {
    const oninput = (event) => (draft.set(name, event.target.value), changed(false));
    return field(words, h("input", { type: "text", value: now[name], maxlength: 120, oninput }));
  }

  function number(words, value, take, most = 50) {
    const onchange = (event) => take(Number(event.target.value));
    return field(words, h("input", { type: "number", min: 0, max: most, value, onchange }));
  }

  /** Four arrows that move the drawing, to make room at the top or at the left. */
  function shifts() {
    return h(
      "div",
      { class: "shifts", role: "group", "aria-label": "Shift the drawing" },
      h("span", { class: "facts" }, "Shift"),
      SHIFTS.map(([icon, words, step]) =>
        button(icon, words, () => (draft.shift(...step), changed()), { bare: true, class: "quiet" }),
      ),
    );
  }
}
