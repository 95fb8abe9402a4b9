/* Collections as text in the SOK format, which JSoko, YASC and the command line read: boards, then titles, authors and
   solutions. Sokoban only; the other games have no place in it. */

const ROW = /^[ \t]*[#@+$*.\-_ ]*#[#@+$*.\-_ ]*$/;
const SOLUTION = /^solution\b([^:]*)(:(.*))?$/i;

const line = (text) => text.replace(/\s+/g, " ").trim();

/** `levels` are {rows, title, author, solutions: [{note, keys}]}. */
export function writeSok({ title = "", author = "" }, levels) {
  const head = [title && `Collection: ${line(title)}`, author && `Author: ${line(author)}`].filter(Boolean);
  const parts = levels.map(({ rows, title: name, author: who, solutions }) => [
    ...board(rows),
    "",
    ...(name ? [`Title: ${line(name)}`] : []),
    ...(who && who !== author ? [`Author: ${line(who)}`] : []),
    ...solutions.map(({ note, keys }) => `Solution/${line(note.replaceAll(":", " "))}: ${keys}`),
  ]);
  return [head, ...parts]
    .filter((part) => part.length)
    .map((part) => `${part.join("\n")}\n`)
    .join("\n");
}

/** Blanks at the edge of a board would be cropped by a reader; `-` is not. */
function board(rows) {
  const open =
    rows.some((row) => !row.trim() || row.startsWith(" ")) && rows.every((row) => !row || /^[ -]/.test(row));
  return open ? rows.map((row) => row.replaceAll(" ", "-") || "-") : rows;
}

/** The solutions of a record, as they are written; each plan once. */
export function solutionsOf({ own, found }) {
  const all = [
    ["your best by moves", own.moves],
    ["your best by pushes", own.pushes],
    ["best known by moves", found.moves],
    ["best known by pushes", found.pushes],
  ];
  const seen = new Set();
  return all
    .filter(([, solution]) => solution && !seen.has(solution.keys) && seen.add(solution.keys))
    .map(([note, { keys }]) => ({ note, keys }));
}

/** Whether a solution was written as one of your own. */
export const isOwnNote = (note) => note.startsWith("your best");

/** Reads the text of a collection: {collection, author, levels: [{rows, title, author, solutions}]}. For pages without a
    server, which reads far more formats and says what is wrong. */
export function readSok(text) {
  const head = { collection: "", author: "" };
  const levels = [];
  let level = null; // the level whose words are being read
  let inside = false; // whether the line before was a row of its board
  let plan = null; // the solution whose letters are being read
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const row = raw.trimEnd();
    if (ROW.test(row)) {
      if (!inside) levels.push((level = { rows: [], title: "", author: "", solutions: [] }));
      level.rows.push(row.replace(/[-_]/g, " "));
      [inside, plan] = [true, null];
      continue;
    }
    inside = false;
    const [, key, value] = row.match(/^\s*(title|author|collection)\s*:\s*(.*)$/i) ?? [];
    const solution = row.trim().match(SOLUTION);
    if (key?.toLowerCase() === "collection") head.collection ||= value;
    else if (key && level) level[key.toLowerCase()] = value;
    else if (key && key.toLowerCase() === "author") head.author = value;
    else if (solution && level) {
      plan = { note: solution[1].replace(/^\//, "").trim(), keys: letters(solution[3] ?? "") };
      level.solutions.push(plan);
    } else if (plan && /^[lurd\s]+$/i.test(row)) plan.keys += letters(row);
    else plan = null;
  }
  return { ...head, levels };
}

const letters = (text) => text.replace(/\s+/g, "");
