/* The settings of the editor: game, winning rule, title, size; and buttons to shift the drawing or add outer walls.

   `changed` is called after every change; with false if no other setting has to be drawn again. */

import { button, choice, field, h, say } from "./dom.js";
import { GAMES, GAME_TITLES } from "./games.js";

const READINGS = [
  ["end", "all boxes are on goals"],
  ["each-once", "each box has been on a goal"],
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
      choice("Game", GAME_TITLES, now.game, set("game")),
      GAMES[now.game].limit !== null && number("Moves allowed", now.limit, set("limit"), 999),
      GAMES[now.game].readings.length > 1 && choice("Won when", READINGS, now.reading, set("reading")),
    ),
    h("div", { class: "fields two" }, text("Title", "title"), text("Author", "author")),
    h(
      "div",
      { class: "row sizes" },
      number("Width", width, (value) => resize(value, draft.height), 256),
      number("Height", height, (value) => resize(draft.width, value), 256),
      button(null, "Add outer walls", () => (draft.fence(), changed()), { class: "quiet" }),
      shifts(),
    ),
  ];

  function text(words, name) {
    const oninput = (event) => (draft.set(name, event.target.value), changed(false));
    return field(words, h("input", { type: "text", value: now[name], maxlength: 120, oninput }));
  }

  function resize(columns, rows) {
    const refused = draft.resize(columns, rows);
    if (refused) say(refused, "wrong");
    changed();
  }

  function number(words, value, take, most) {
    const onchange = (event) => take(Number(event.target.value));
    return field(words, h("input", { type: "number", min: 0, max: most, value, onchange }));
  }

  /** Four arrows that shift the drawing, to make room at the top or on the left. */
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
