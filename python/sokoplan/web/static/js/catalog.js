/* All levels to choose from: those of the server, and those stored in the browser. */

import * as api from "./api.js";
import { boardOf, fingerprint, levelOfRows } from "./level.js";
import { addedLevels, foundBest } from "./store.js";

let fromServer = null;

/** Every card, those stored in the browser first. */
export async function cards() {
  fromServer ??= api.levels().then(
    ({ levels }) => levels,
    (error) => ((fromServer = null), Promise.reject(error)),
  );
  return [...addedLevels().map(({ card }) => card), ...(await fromServer)];
}

/** {card, level} for an id. */
export async function find(id) {
  return addedLevels().find(({ card }) => card.id === id) ?? (await api.level(id));
}

/** The id of the level before (-1) or after (+1) this one in the same game, or null. */
export async function neighbour(card, step) {
  const same = (await cards()).filter(({ game }) => game === card.game);
  const index = same.findIndex(({ id }) => id === card.id);
  return index < 0 ? null : (same[index + step]?.id ?? null);
}

/** A card for a level that was added, drawn or came in a link. */
export function cardFor(level, source = "added") {
  const { title, author, collection, game, width, height, boxes, goals } = level;
  const id = `own-${fingerprint(level)}`;
  return {
    id,
    title,
    author,
    collection,
    game,
    width,
    height,
    boxes: boxes.length,
    goals: goals.length,
    best: null,
    source,
  };
}

/** The best known result: that of the server, or else the best found in this browser. */
export const bestOf = (card) => card.best ?? foundBest(card.id);

export const boardOfCard = (card, level = null) => boardOf(level ?? levelOfRows(card.game, card.rows));
