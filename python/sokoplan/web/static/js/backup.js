/* Backups: all your collections and solutions as one file, and back again.

   As JSON nothing is lost. As SOK other programs can read it: the Sokoban levels that you added or solved, each with
   its solutions. */

import { readText } from "./api.js";
import { collections } from "./catalog.js";
import { openDialog } from "./dialog.js";
import { button, count, h, say } from "./dom.js";
import { saveFile } from "./downloads.js";
import { misshapen, rowsOf } from "./level.js";
import { addOwn, ownCollections, ownLevel } from "./own.js";
import { keepSolutions, mergeRecords } from "./keeping.js";
import { allRecords } from "./records.js";
import { slim, whole } from "./share.js";
import { isOwnNote, solutionsOf, writeSok } from "./sok.js";

const NAME = "sokoplan-backup";

async function asJson() {
  const sets = [];
  for (const { title, author, cards } of await ownCollections()) {
    const levels = await Promise.all(cards.map(async ({ id }) => slim(await ownLevel(id))));
    sets.push({ title, author, levels });
  }
  return JSON.stringify({ format: NAME, version: 1, collections: sets, records: allRecords() });
}

/** Every Sokoban level that you added or solved, once. */
async function asSok() {
  const solved = allRecords()
    .filter(({ level }) => level.game === "sokoban")
    .map((record) => {
      const { title = "", author = "" } = record.level;
      return { rows: rowsOf(whole(record.level)), title, author, solutions: solutionsOf(record) };
    });
  const kept = new Set(allRecords().map(({ level }) => String(rowsOf(whole(level)))));
  const added = (await ownCollections())
    .flatMap(({ cards }) => cards)
    .filter(({ game, rows }) => game === "sokoban" && !kept.has(String(rows)))
    .map(({ rows, title, author }) => ({ rows, title, author, solutions: [] }));
  return writeSok({ title: "sokoplan backup" }, [...solved, ...added]);
}

/** Takes over a backup. Returns a sentence that says what was in it. */
export async function restore(text) {
  if (text.trimStart().startsWith("{") && text.includes(`"${NAME}"`)) return restoreJson(JSON.parse(text));
  const { levels } = await readText(text, "backup", "end");
  const known = new Set((await collections()).flatMap(({ cards }) => cards.map(({ print }) => print)));
  const fresh = levels.filter(({ card }) => !known.has(card.print));
  if (fresh.length)
    await addOwn(
      fresh.map(({ card, level }) => ({ level, rows: card.rows })),
      "Restored levels",
    );
  const solutions = levels.flatMap(({ level }) =>
    level.solutions.map(({ keys, note }) => ({ level, keys, by: "backup", own: isOwnNote(note) })),
  );
  const solved = await keepSolutions(solutions);
  return `Restored ${count(solved, "solution")} and ${count(fresh.length, "new level")}.`;
}

async function restoreJson({ version, collections: sets = [], records = [] }) {
  if (version !== 1) throw new Error("This backup was made by a newer version of sokoplan.");
  let added = 0;
  for (const { title, levels } of sets) {
    const good = levels.map(whole).filter((level) => !misshapen(level));
    if (good.length)
      await addOwn(
        good.map((level) => ({ level })),
        String(title),
      );
    added += good.length;
  }
  const solved = await mergeRecords(records);
  return `Restored ${count(solved, "solution")} and ${count(added, "level")}.`;
}

export function backupDialog(done) {
  const day = new Date().toISOString().slice(0, 10);
  const save = (make, ending, mime) => async () => saveFile(`sokoplan-${day}.${ending}`, mime, await make());
  const file = h("input", {
    type: "file",
    class: "unseen",
    "aria-label": "Backup file",
    tabindex: "-1",
    onchange: read,
  });

  async function read() {
    try {
      say(await restore(await file.files[0].text()));
      dialog.close();
      done();
    } catch (error) {
      say(error.words ?? "This file is not a backup that sokoplan can read.", "wrong");
    }
  }

  const solved = allRecords().filter(({ own }) => own.moves).length;
  const dialog = openDialog(
    "Backup",
    [
      h(
        "p",
        { class: "lead" },
        `You have solved ${count(solved, "level")}. Save your collections and solutions as one file:`,
      ),
      h(
        "div",
        { class: "row" },
        button("download", "JSON: everything", save(asJson, "json", "application/json"), { class: "primary" }),
        button("download", "SOK: for other programs", save(asSok, "sok", "text/plain")),
      ),
      h("p", { class: "facts" }, "SOK has the Sokoban levels that you added or solved, with their solutions."),
      h(
        "div",
        { class: "row" },
        button("add", "Restore a backup…", () => file.click()),
        file,
      ),
      h("p", { class: "facts" }, "Restoring removes nothing: of two solutions the better one stays."),
    ],
    "backup",
  );
}
