/* All levels there are to choose from: the server's and the person's own.

   Comes in:  the server's cards, what the browser keeps.     Goes out: cards; a level for a card's id. */

import * as api from "./api.js";
import { boardOf, fingerprint, levelOfRows } from "./level.js";
import { addedLevels, foundBest } from "./store.js";

let fromServer = null;

/** Every card, the person's own first. */
export async function cards() {
  fromServer ??= api.levels().then(
    ({ levels }) => levels,
    (error) => ((fromServer = null), Promise.reject(error)),
  );
  return [...addedLevels().map(({ card }) => card), ...(await fromServer)];
}

/** {card, level} for an id; the person's own levels never leave the browser for this. */
export async function find(id) {
  return addedLevels().find(({ card }) => card.id === id) ?? (await api.level(id));
}

/** The id of the level before (-1) or after (+1) this one in the same game, or null. */
export async function neighbour(card, step) {
  const same = (await cards()).filter(({ game }) => game === card.game);
  const index = same.findIndex(({ id }) => id === card.id);
  return index < 0 ? null : (same[index + step]?.id ?? null);
}

/** A card for a level that the person added, drew or was sent. */
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

/** The best known result: the server's, or else what was found here. */
export const bestOf = (card) => card.best ?? foundBest(card.id);

export const boardOfCard = (card, level = null) => boardOf(level ?? levelOfRows(card.game, card.rows));
