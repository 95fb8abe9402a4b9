/* Your own collections: levels that were added from files or text, or drawn. They are kept in the database.

   A single level goes into the collection "Your levels"; a file of several is a collection of its own. Adding the
   same levels under the same name again replaces them. */

import * as database from "./database.js";
import { fingerprint, hash, rowsOf } from "./level.js";
import { forget, recall } from "./store.js";

const MINE = "own"; // the collection of single levels

let loaded = null;

/** Every own collection: {id, title, author, source, cards}. */
export function ownCollections() {
  loaded ??= load();
  return loaded;
}

async function load() {
  const [sets, cards] = await Promise.all([database.all("collections"), database.all("cards")]);
  const found = new Map(sets.map(([id, set]) => [id, { ...set, id, source: "added", cards: [] }]));
  for (const [, card] of cards) found.get(card.set)?.cards.push(card);
  for (const { cards: list } of found.values()) list.sort((one, other) => one.number - other.number);
  const all = [...found.values()].sort((one, other) => (other.when ?? 0) - (one.when ?? 0));
  const older = recall("levels"); // where an earlier version kept added levels
  if (!older) return all;
  forget("levels");
  loaded = Promise.resolve(all);
  await addSingle(older.map(({ level, card }) => ({ level, rows: card.rows })));
  return loaded;
}

export async function ownLevel(id) {
  return database.get("levels", id);
}

/** A card for a level that was added, drawn or came in a link. */
export function cardFor(level, { set = "", number = 0, rows = null, id = "" } = {}) {
  const { title, author, collection, game, width, height, boxes, goals, limit } = level;
  const print = fingerprint(level);
  const words = { title, author, collection, difficulty: "", note: "" };
  const size = { width, height, boxes: boxes.length, goals: goals.length, limit };
  const shape = { game, ...size, rows: rows ?? rowsOf(level) };
  return { id: id || `own-${print}`, set, number, print, ...shape, ...words, best: null, source: "added" };
}

let lastAdded = Promise.resolve();

/** Adds levels, [{level, rows}]. Returns the ids of their cards. One call after the other: two files that are dropped at
    once must not get the same numbers. */
export function addOwn(levels, name) {
  const work = () => addInTurn(levels, name);
  lastAdded = lastAdded.then(work, work);
  return lastAdded;
}

async function addInTurn(levels, name) {
  if (levels.length === 1) return addSingle(levels);
  const title = common(levels.map(({ level }) => level.collection)) || name || "Added levels";
  const author = common(levels.map(({ level }) => level.author));
  const set = `set-${hash([title, ...levels.map(({ level }) => fingerprint(level))].join(";"))}`;
  const entries = levels.map(({ level, rows }, index) => {
    const titled = { ...level, title: level.title || `Level ${index + 1}` };
    return { level: titled, card: cardFor(titled, { set, number: index + 1, rows, id: `${set}-${index + 1}` }) };
  });
  return store({ id: set, title, author, when: Date.now() }, entries);
}

/** Single levels go to the end of "Your levels"; one that is there already is replaced where it is. */
async function addSingle(levels) {
  const before = (await ownCollections()).find(({ id }) => id === MINE);
  let last = Math.max(0, ...(before?.cards ?? []).map(({ number }) => number));
  const entries = levels.map(({ level, rows }) => {
    const old = before?.cards.find(({ print }) => print === fingerprint(level));
    return { level, card: cardFor(level, { set: MINE, number: old?.number ?? ++last, rows }) };
  });
  const title = before?.title ?? "Your levels";
  return store({ id: MINE, title, author: before?.author ?? "", when: Date.now() }, entries);
}

async function store({ id, title, author, when }, entries) {
  await database.change(
    "levels",
    entries.map(({ level, card }) => [card.id, level]),
  );
  await database.change(
    "cards",
    entries.map(({ card }) => [card.id, card]),
  );
  await database.change("collections", [[id, { title, author, when }]]);
  loaded = null;
  return entries.map(({ card }) => card.id);
}

export async function renameOwn(id, title) {
  const { author = "", when = 0 } = (await database.get("collections", id)) ?? {};
  await database.change("collections", [[id, { title, author, when }]]);
  loaded = null;
}

/** Removes cards, and their collection if none is left. Returns a function that restores them. */
export async function removeOwn(set, ids) {
  const found = (await ownCollections()).find(({ id }) => id === set);
  const levels = await Promise.all(ids.map(async (id) => [id, await database.get("levels", id)]));
  const cards = found.cards.filter(({ id }) => ids.includes(id));
  const about = await database.get("collections", set);
  await database.change("cards", [], ids);
  await database.change("levels", [], ids);
  if (cards.length === found.cards.length) await database.change("collections", [], [set]);
  loaded = null;
  return async () => {
    await database.change("levels", levels);
    await database.change(
      "cards",
      cards.map((card) => [card.id, card]),
    );
    await database.change("collections", [[set, about]]);
    loaded = null;
  };
}

/** What all of them say, or nothing. */
function common(words) {
  const different = new Set(words);
  return different.size === 1 ? words[0] : "";
}
