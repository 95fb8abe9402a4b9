/* Adding levels: paste text, choose files or drop them, in any format that sokoplan reads. The server reads the text;
   the levels are stored in the browser. */

import { readText } from "./api.js";
import { button, count, h, say, toggle } from "./dom.js";
import { to } from "./router.js";
import { cardFor } from "./catalog.js";
import { addLevels } from "./store.js";

/** Reads a text and stores its levels. Returns their ids; throws a Refusal if the text is wrong. */
export async function addText(text, name = "", reading = "end") {
  const { levels, remarks = [] } = await readText(text, name, reading);
  const entries = levels.map(({ card, level }) => ({ card: { ...cardFor(level), rows: card.rows }, level }));
  if (!addLevels(entries)) throw new Error("The browser's storage is full: these levels were not saved.");
  for (const remark of remarks.slice(0, 2)) say(remark);
  return entries.map(({ card }) => card.id);
}

export async function addFiles(files, done) {
  for (const file of files) {
    try {
      const ids = await addText(await file.text(), file.name);
      say(`Added ${count(ids.length, "level")} from ${file.name}.`);
    } catch (error) {
      say(`${file.name}: ${error.words ?? error.message}`, "wrong");
    }
  }
  done();
}

export function addDialog(done) {
  const text = h("textarea", {
    rows: 12,
    spellcheck: "false",
    "aria-label": "The level as text",
    placeholder: "#######\n#@ $ .#\n#######",
  });
  let once = false;
  const wrong = h("div", { class: "wrong-place", role: "alert" });
  const file = h("input", {
    type: "file",
    multiple: true,
    class: "unseen",
    "aria-label": "Files",
    onchange: () => (dialog.close(), addFiles(file.files, done)),
  });

  async function add() {
    wrong.replaceChildren();
    try {
      const ids = await addText(text.value, "", once ? "each-once" : "end");
      dialog.close();
      if (ids.length === 1) location.hash = to("play", ids[0]);
      else say(`Added ${count(ids.length, "level")}.`);
      done();
    } catch (error) {
      wrong.replaceChildren(...complaint(error));
    }
  }

  const dialog = h(
    "dialog",
    { class: "card add", "aria-labelledby": "add-title", onclose: () => dialog.remove() },
    h(
      "header",
      {},
      h("h2", { id: "add-title" }, "Add levels"),
      button("close", "Close", () => dialog.close(), { bare: true, class: "quiet" }),
    ),
    h(
      "p",
      { class: "lead" },
      "Paste a level or a whole collection: XSB, SLC, NetHack, Helltaker and more. You can also drop files on the library.",
    ),
    text,
    toggle("Sokoban: each box only has to visit a goal once", false, (on) => (once = on)),
    wrong,
    h(
      "footer",
      { class: "row" },
      button("add", "Add", add, { class: "primary" }),
      button(null, "Choose files…", () => file.click()),
      file,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  text.focus();
}

/** What is wrong, then the line with a caret under the place. */
function complaint(error) {
  const parts = [h("p", {}, error.words ?? error.message)];
  if (error.text) {
    const caret = error.column === null ? "" : `\n${" ".repeat(error.column)}^`;
    parts.push(h("pre", {}, error.text + caret));
  }
  return parts;
}
