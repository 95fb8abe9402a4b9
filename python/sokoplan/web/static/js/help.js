/* The keys, on one card.

   Comes in:  the key ?.     Goes out: a dialog. */

import { button, h } from "./dom.js";

const KEYS = [
  [
    "Play",
    [
      ["← ↑ → ↓ or W A S D", "walk, push, kick"],
      ["Z or U", "undo"],
      ["Y or Shift Z", "redo"],
      ["R", "restart; redo leads forward again"],
      ["H", "hint: the next push"],
      ["X", "show dead squares"],
      ["N, P", "next level, previous level"],
      ["click a cell", "walk there"],
      ["click a box, then a cell", "push it there"],
    ],
  ],
  [
    "Watch",
    [
      ["Space", "play, pause"],
      ["← →", "one step back, forward"],
      ["Home, End", "first, last step"],
      ["+ −", "faster, slower"],
    ],
  ],
  [
    "Draw",
    [
      ["arrows, Space", "move the cursor, paint"],
      ["1 to 9", "choose a brush"],
      ["Z, Y", "undo, redo"],
    ],
  ],
  [
    "Everywhere",
    [
      ["1 2 3 4 on a level", "Play, Solve, Watch, Logic"],
      ["/", "search the library"],
      ["arrows in the library", "from card to card"],
      ["?", "this card"],
      ["Esc", "close"],
      ["(1, 3)", "a cell: row 1, column 3, from 0, from the top left"],
    ],
  ],
];

export function showHelp() {
  if (document.querySelector("dialog[open]")) return;
  const close = () => dialog.close();
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
  const dialog = h(
    "dialog",
    { class: "card help", "aria-labelledby": "help-title", onclose: () => dialog.remove() },
    h(
      "header",
      {},
      h("h2", { id: "help-title" }, "Keys"),
      button("close", "Close", close, { bare: true, class: "quiet" }),
    ),
    h("div", { class: "help-parts" }, parts),
  );
  document.body.append(dialog);
  dialog.showModal();
}
