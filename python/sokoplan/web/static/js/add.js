/* Adding levels: paste text, choose files or drop them, in any format that sokoplan reads. The server reads them; the
   levels and the solutions in them are kept by the browser. */

import { readBytes, readText } from "./api.js";
import { openDialog } from "./dialog.js";
import { button, count, h, say, toggle } from "./dom.js";
import { addOwn } from "./own.js";
import { keepSolutions } from "./records.js";
import { to } from "./router.js";

/** Keeps the levels that were read. Returns the ids of their cards. */
async function addRead({ levels, remarks = [] }, name = "") {
  const ids = await addOwn(
    levels.map(({ card, level }) => ({ level, rows: card.rows })),
    name.replace(/\.\w+$/, "").replaceAll("_", " "),
  );
  const solutions = levels.flatMap(({ level }) =>
    level.solutions.map(({ keys }) => ({ level, keys, by: "the file", own: false })),
  );
  await keepSolutions(solutions);
  for (const remark of remarks.slice(0, 2)) say(remark);
  if (remarks.length > 2) say(`There are ${remarks.length - 2} more remarks of this kind.`);
  return ids;
}

/** Where a number of new levels is to be seen: the level itself, or its collection. */
const pageOf = (ids) => (ids.length === 1 ? to("play", ids[0]) : to("set", ids[0].replace(/-\d+$/, "")));

export async function addFiles(files, done) {
  for (const file of files) {
    try {
      const ids = await addRead(await readBytes(new Uint8Array(await file.arrayBuffer()), file.name), file.name);
      say(`Added ${count(ids.length, "level")} from ${file.name}.`);
    } catch (error) {
      say(`${file.name}: ${error.words ?? error.message}`, "wrong");
    }
  }
  done();
}

/** Files that are dropped on a page are added. */
export function acceptDrops(root, done) {
  const dropped = (event) => {
    event.preventDefault();
    root.classList.toggle("dropping", event.type === "dragover");
    if (event.type === "drop") addFiles(event.dataTransfer.files, done);
  };
  for (const name of ["dragover", "dragleave", "drop"]) root.addEventListener(name, dropped);
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
    tabindex: "-1",
    "aria-label": "Files",
    onchange: () => (dialog.close(), addFiles(file.files, done)),
  });

  async function add() {
    wrong.replaceChildren();
    try {
      const ids = await addRead(await readText(text.value, "", once ? "each-once" : "end"));
      dialog.close();
      if (ids.length > 1) say(`Added ${count(ids.length, "level")}.`);
      location.hash = pageOf(ids);
    } catch (error) {
      wrong.replaceChildren(...complaint(error));
    }
  }

  const dialog = openDialog(
    "Add levels",
    [
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
    ],
    "add",
  );
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
