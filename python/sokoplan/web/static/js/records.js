/* What is known of each puzzle: your solutions, and what is proved. One record by its print (so equal boards share it).

       {level, own: {moves, pushes}, found: {moves, pushes}, proved: {moves, pushes, unsolvable}}

   `own` are the best that you played or pasted, `found` the best of engines and files; each is a solution
   {keys, moves, pushes, lines, by} or null. `proved` are the fewest moves and pushes, or null where that is not known.
   The level comes along (without what is empty), so that a backup needs nothing else.

   Here they are read, which the first page needs; keeping.js adds to them, and needs the rules for that. */

import * as database from "./database.js";

const records = new Map();

export const emptyRecord = (level = null) => ({
  level,
  own: { moves: null, pushes: null },
  found: { moves: null, pushes: null },
  proved: { moves: null, pushes: null, unsolvable: false },
});

/** Reads everything that is kept. Called once, before the first page is shown. */
export async function loadRecords() {
  for (const [print, record] of await database.all("records")) records.set(print, record);
}

export const recordOf = (print) => records.get(print) ?? emptyRecord();
export const isSolved = (print) => Boolean(records.get(print)?.own.moves);
export const allRecords = () => [...records.values()];

/** The record of this print, made for this level (as `slim` leaves it) if there was none. Changes to it count once they are written. */
export function recordFor(print, level) {
  if (!records.has(print)) records.set(print, emptyRecord(level));
  return records.get(print);
}

/** Stores the records of these prints for good. */
export const writeRecords = (prints) =>
  database.change(
    "records",
    [...prints].map((print) => [print, records.get(print)]),
  );
