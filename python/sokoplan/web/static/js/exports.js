/* A level for other programs: shown, downloaded, in each format and for each export.

   Comes in:  a function that gives the level; its game.     Goes out: an element; files. */

import * as api from "./api.js";
import { button, choice, h, say } from "./dom.js";
import { saveFile } from "./downloads.js";
import { keep, recall } from "./store.js";

// What a level of each game is written in, unless the person has another wish.
const OWN_FORMAT = { sokoban: "xsb", sink: "nethack-solver", helltaker: "helltaker" };
const MOST_SHOWN = 20_000;

export function exportPart(currentLevel) {
  let format = "xsb";
  const wish = h("div", { class: "export-format" });
  const text = h("pre", { class: "exported", hidden: true, tabindex: "0", "aria-label": "The exported text" });
  const element = h(
    "div",
    { class: "draw-exports" },
    wish,
    h(
      "div",
      { class: "row" },
      button("eye", "Show", () => get(show)),
      button("download", "Download", () => get(save)),
    ),
    text,
  );

  /** Offers what this game can be written in. */
  async function fit(game) {
    const { formats = [], exports = [] } = await api.about().catch(() => ({}));
    const fitting = formats.filter(({ writes, games }) => writes && games.includes(game));
    const names = [...fitting, ...exports].map(({ name, what }) => [name, `${name}: ${what}`]);
    format = recall("format", "xsb");
    if (!names.some(([name]) => name === format)) format = OWN_FORMAT[game];
    wish.replaceChildren(choice("Format", names, format, choose));
  }

  function choose(value) {
    keep("format", (format = value));
    stale();
  }

  async function get(work) {
    try {
      work((await api.exported(currentLevel(), format)).files);
    } catch (error) {
      say(error.words ?? error.message, "wrong");
    }
  }

  function show(files) {
    const parts = files.map(({ name, text: content }) => (files.length > 1 ? `== ${name}\n${content}` : content));
    text.textContent = parts.join("\n").slice(0, MOST_SHOWN);
    text.hidden = false;
  }

  function save(files) {
    for (const { name, mime, text: content } of files) saveFile(name, mime, content);
  }

  /** What is shown is no longer what is drawn. */
  function stale() {
    text.hidden = true;
  }

  return { element, fit, stale };
}
