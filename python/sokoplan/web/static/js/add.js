/* Adding levels: paste text, choose files or drop them, in any format that sokoplan reads. The server reads them; the
   levels and the solutions in them are kept by the browser. Levels that cannot be read are listed, the others added. */

import { readBytes, readText } from "./api.js";
import { openDialog } from "./dialog.js";
import { button, count, h, say, toggle } from "./dom.js";
import { addOwn } from "./own.js";
import { keepSolutions } from "./keeping.js";
import { to } from "./router.js";

const MOST_REMARKS = 200;

/** Keeps levels, [{card, level}], and the solutions that come with them. Returns the ids of their cards. */
const addRead = ({ levels }, name = "") => addLevels(levels, name);

export async function addLevels(levels, name = "") {
  const ids = await addOwn(
    levels.map(({ card, level }) => ({ level, rows: card.rows })),
    name.replace(/\.\w+$/, "").replaceAll("_", " "),
  );
  const solutions = levels.flatMap(({ level }) =>
    level.solutions.map(({ keys }) => ({ level, keys, by: "the file", own: false })),
  );
  await keepSolutions(solutions);
  return ids;
}

/** Where a number of new levels is to be seen: the level itself, or its collection. */
const pageOf = (ids) => (ids.length === 1 ? to("play", ids[0]) : to("set", ids[0].replace(/-\d+$/, "")));

export async function addFiles(files, done) {
  const remarks = [];
  for (const file of files) {
    try {
      const read = await readBytes(new Uint8Array(await file.arrayBuffer()), file.name);
      const ids = await addRead(read, file.name);
      remarks.push(...(read.remarks ?? []));
      say(`Added ${count(ids.length, "level")} from ${file.name}.`);
    } catch (error) {
      say(`${file.name}: ${error.words ?? error.message}`, "wrong");
    }
  }
  await done();
  listRemarks(remarks);
}

/** What could not be read, and what is odd about the rest: all of it, in a list. */
function listRemarks(remarks) {
  if (!remarks.length) return;
  const items = remarks.slice(0, MOST_REMARKS).map((remark) => h("li", {}, remark));
  const more = remarks.length - items.length;
  const rest = more > 0 && h("p", { class: "facts" }, `And ${more.toLocaleString("en")} more.`);
  const list = h("ul", { class: "remarks", tabindex: "0", "aria-label": "Remarks" }, items);
  openDialog("Remarks on what was added", [list, rest], "stays");
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
    onchange: () => (dialog.close(), addFiles([...file.files], done)),
  });

  async function add() {
    wrong.replaceChildren();
    try {
      const read = await readText(text.value, "", once ? "each-once" : "end");
      const ids = await addRead(read);
      if (!dialog.isConnected) return done(); // closed meanwhile: the levels are added, but the page stays
      dialog.close();
      if (ids.length > 1) say(`Added ${count(ids.length, "level")}.`);
      location.hash = pageOf(ids);
      listRemarks(read.remarks ?? []);
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
