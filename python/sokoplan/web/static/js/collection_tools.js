/* What can be done with a whole collection: export it; and rename or remove one of your own. */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { button, count, field, h, say, toggle } from "./dom.js";
import { fileName, saveFile } from "./downloads.js";
import { ownLevel, removeOwn, renameOwn } from "./own.js";
import { recordOf } from "./records.js";
import { solutionsOf, writeSok } from "./sok.js";

export function exportDialog(set) {
  const sokoban = set.cards.every(({ game }) => game === "sokoban");
  let solutions = true;

  function asSok() {
    const levels = set.cards.map(({ rows, title, author, print }) => ({
      rows,
      title,
      author,
      solutions: solutions ? solutionsOf(recordOf(print)) : [],
    }));
    saveFile(fileName(set.title, "sok"), "text/plain", writeSok(set, levels));
    dialog.close();
  }

  async function asJson() {
    try {
      const own = set.source === "added";
      const levels = own
        ? await Promise.all(set.cards.map(({ id }) => ownLevel(id)))
        : (await api.collection(set.id)).levels;
      const text = `[\n${levels.map((level) => JSON.stringify(level)).join(",\n")}\n]\n`;
      saveFile(fileName(set.title, "json"), "application/json", text);
      dialog.close();
    } catch (error) {
      say(error.words ?? error.message, "wrong");
    }
  }

  const dialog = openDialog("Export", [
    h("p", { class: "lead" }, `${set.title}: ${count(set.cards.length, "level")}`),
    sokoban && toggle("With your solutions (SOK)", true, (on) => (solutions = on)),
    h(
      "div",
      { class: "row" },
      sokoban && button("download", "SOK", asSok, { class: "primary" }),
      button("download", "JSON", asJson, { class: sokoban ? "" : "primary" }),
    ),
    !sokoban &&
      h("p", { class: "facts" }, "SOK is for Sokoban only; as JSON the command line and this page read it."),
  ]);
}

export function renameDialog(set, done) {
  const name = h("input", { type: "text", value: set.title, maxlength: 200, required: true });
  async function rename(event) {
    event.preventDefault();
    if (!name.value.trim()) return;
    await renameOwn(set.id, name.value.trim());
    dialog.close();
    done();
  }
  const dialog = openDialog("Rename", [
    h(
      "form",
      { class: "fields", onsubmit: rename },
      field("Title of the collection", name),
      h("div", { class: "row" }, h("button", { class: "primary" }, "Rename")),
    ),
  ]);
  name.select();
}

export async function removeCollection(set) {
  const restore = await removeOwn(
    set.id,
    set.cards.map(({ id }) => id),
  );
  const undo = async () => {
    await restore();
    dispatchEvent(new Event("hashchange")); // whatever page is open shows it again
  };
  say(`Removed ${set.title}. Your solutions are kept.`, "note", undo);
  location.hash = "#library";
}
