/* A level in another format, or for another program: shown or downloaded. */

import * as api from "./api.js";
import { button, choice, h, say } from "./dom.js";
import { fileName, saveFile } from "./downloads.js";
import { GAMES } from "./games.js";
import { keep, recall } from "./store.js";

const MOST_SHOWN = 20_000;

export function exportPart(currentLevel) {
  let format = "xsb";
  let fitted = "";
  const chooser = h("div", { class: "export-format" });
  const buttons = [button("eye", "Show", () => get(show)), button("download", "Download", () => get(save))];
  const text = h("pre", { class: "exported", hidden: true, tabindex: "0", "aria-label": "The exported text" });
  const element = h("div", { class: "draw-exports" }, chooser, h("div", { class: "row" }, buttons), text);

  /** Offers the formats of this game. One that cannot express this level is disabled, with the reason. */
  async function fit(game, refused) {
    const now = JSON.stringify([game, refused]);
    if (now === fitted) return; // do not replace a list that may be open
    fitted = now;
    const { formats = [], exports = [] } = await api.about().catch(() => ({}));
    const fitting = formats.filter(({ writes, games }) => writes && games.includes(game));
    const offer = ({ name, what }) => [name, `${name}: ${refused[name] ?? what}`, name in refused];
    const offers = [...fitting, ...exports].map(offer);
    const open = offers.filter(([, , closed]) => !closed).map(([name]) => name);
    format = [recall("format", "xsb"), GAMES[game].format, ...open].find((name) => open.includes(name));
    chooser.replaceChildren(choice("Format", offers, format, choose));
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
    const { title } = currentLevel();
    for (const { name, mime, text: content } of files) {
      const [, ending] = name.match(/\.([^.]+)$/) ?? [];
      // Several files belong to one export, and their names tell them apart.
      saveFile(title && ending && files.length === 1 ? fileName(title, ending) : name, mime, content);
    }
  }

  /** An invalid level cannot be exported. */
  function allow(legal) {
    for (const one of buttons) one.disabled = !legal;
  }

  /** Hides the exported text once the level has changed. */
  function stale() {
    text.hidden = true;
  }

  return { element, allow, fit, stale };
}
