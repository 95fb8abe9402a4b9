/* Adding levels: paste text or choose files, in any format the program reads.

   Comes in:  text.     Goes out: levels, kept in the browser; the server only reads them. */

import { readText } from "./api.js";
import { button, count, h, say, toggle } from "./dom.js";
import { to } from "./router.js";
import { cardFor } from "./catalog.js";
import { addLevels } from "./store.js";

/** Reads a text and keeps its levels. Gives the ids; throws a Refusal where the text is wrong. */
export async function addText(text, name = "", reading = "end") {
  const { levels, remarks = [] } = await readText(text, name, reading);
  const entries = levels.map(({ card, level }) => ({ card: { ...cardFor(level), rows: card.rows }, level }));
  if (!addLevels(entries)) throw new Error("The browser has no room to keep these levels.");
  for (const remark of remarks.slice(0, 2)) say(remark);
  return entries.map(({ card }) => card.id);
}

export async function addFiles(files, done) {
  for (const file of files) {
    try {
      const ids = await addText(await file.text(), file.name);
      say(`${count(ids.length, "level")} added from ${file.name}.`);
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
      else say(`${count(ids.length, "level")} added.`);
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
      "Paste one level or a whole collection: XSB, course letters, Helltaker, NetHack, SLC. Or drop a file on the library.",
    ),
    text,
    toggle("Sokoban is won when each box was on a goal once", false, (on) => (once = on)),
    wrong,
    h(
      "footer",
      { class: "row" },
      button("add", "Add", add, { class: "primary" }),
      button(null, "Choose files …", () => file.click()),
      file,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  text.focus();
}

/** What is wrong, the line, and a caret under the place. */
function complaint(error) {
  const parts = [h("p", {}, error.words ?? error.message)];
  if (error.text) {
    const caret = error.column === null ? "" : `\n${" ".repeat(error.column)}^`;
    parts.push(h("pre", {}, error.text + caret));
  }
  return parts;
}
