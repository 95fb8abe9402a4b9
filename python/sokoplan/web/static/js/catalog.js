/* All levels to choose from, by collection: those of the server, and your own. */

import * as api from "./api.js";
import { GAMES } from "./games.js";
import { boardOf, levelOfRows } from "./level.js";
import { ownCollections, ownLevel } from "./own.js";
import { isSolved, recordOf } from "./records.js";

let fromServer = null;

/** Every collection, {id, title, author, source, cards}, your own first. */
export async function collections() {
  fromServer ??= api.levels().then(grouped, (error) => ((fromServer = null), Promise.reject(error)));
  return [...(await ownCollections()), ...(await fromServer)];
}

function grouped({ collections: sets, levels }) {
  const found = new Map(sets.map((set) => [set.id, { ...set, cards: [] }]));
  for (const card of levels) found.get(card.set).cards.push(card);
  return [...found.values()];
}

export const collection = async (id) => (await collections()).find((one) => one.id === id) ?? null;

/** {card, level} for an id. */
export async function find(id) {
  for (const { cards } of await ownCollections()) {
    const card = cards.find((one) => one.id === id);
    if (card) return { card, level: await ownLevel(id) };
  }
  return api.level(id);
}

/** The id of the level before (-1) or after (+1) this one in its collection, or null. */
export async function neighbour(card, step) {
  const { cards } = (await collection(card.set)) ?? { cards: [] };
  const index = cards.findIndex(({ id }) => id === card.id);
  return index < 0 ? null : (cards[index + step]?.id ?? null);
}

export const boardOfCard = (card) => boardOf(levelOfRows(card.game, card.rows));

/** How many of these levels you have solved. */
export const solvedOf = (cards) => cards.reduce((sum, { print }) => sum + isSolved(print), 0);

/** What is known about a level: the fewest moves and pushes if they are proved, and the best solution found by engines
    or in a file. */
export function knownOf(card) {
  const { proved, found } = recordOf(card.print);
  const { best } = card;
  return {
    unsolvable: proved.unsolvable || best?.solvable === false,
    moves: best?.moves ?? proved.moves,
    pushes: best?.pushes ?? proved.pushes,
    found,
  };
}

/** What is known, in a few words. In Helltaker the moves are the cost. */
export function bestWords(card, count) {
  const { unsolvable, moves, pushes, found } = knownOf(card);
  const words = (number) => (GAMES[card.game].measure === "cost" ? `cost ${number}` : count(number, "move"));
  if (unsolvable) return "proved unsolvable";
  if (moves !== null) return `optimal: ${words(moves)}`;
  if (pushes !== null) return `optimal: ${count(pushes, "push")}`;
  if (found.moves) return `best known: ${words(found.moves.moves)}`;
  return card.best ? "solvable" : "";
}
