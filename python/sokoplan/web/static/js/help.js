/* The list of keys. Those of the game come from the table that the terminal game reads too. */

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { actionRows } from "./keys.js";

const KEYS = [
  [
    "Play",
    [
      ["← ↑ → ↓ or W A S D", "walk, push, kick"],
      ...actionRows(),
      ["click a cell", "walk there"],
      ["click a box, then a cell", "push it there; or drag it"],
      ["+, −, 0, F", "zoom in, zoom out, whole board, full screen"],
    ],
  ],
  [
    "Watch",
    [
      ["Space", "play or pause"],
      ["←, →", "step back, step forward"],
      ["Home, End", "first step, last step"],
      ["+, −", "faster, slower"],
    ],
  ],
  [
    "Draw",
    [
      ["arrows, Space", "move the cursor, paint; begin and end a line"],
      ["right click", "erase"],
      ["Shift+arrows, Delete", "move or erase what is selected"],
      ["1 to 9", "choose a brush"],
      ["Z, Y", "undo, redo"],
    ],
  ],
  [
    "Elsewhere",
    [
      ["1, 2, 3, 4 on a level", "Play, Solve, Watch, Logic"],
      ["/", "search the library"],
      ["arrows in the library", "next card in that direction"],
      ["Esc", "close a dialog"],
    ],
  ],
];

export function showHelp() {
  if (document.querySelector("dialog[open]")) return;
  const parts = KEYS.map(([title, rows]) =>
    h(
      "section",
      {},
      h("h3", {}, title),
      h(
        "dl",
        {},
        rows.map(([keys, words]) => [h("dt", {}, keys), h("dd", {}, words)]),
      ),
    ),
  );
  openDialog("Keys", [h("div", { class: "help-parts" }, parts)], "help");
}
