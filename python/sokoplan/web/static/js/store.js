/* What the browser stores: games, results, added levels, settings. All names start with "sokoplan.".

   If the storage is full or not allowed, the game goes on, but a reload loses it. */

const PREFIX = "sokoplan.";
let warned = false;

export function recall(name, otherwise = null) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Stores a value. Returns whether that worked. */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    if (!warned) console.info("sokoplan: the browser does not store the game; a reload loses it");
    warned = true;
    return false;
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // nothing was stored
  }
}

// --- games and results, by the level's fingerprint ------------------------------------------------------------------

export const keptGame = (print) => recall(`game.${print}`, {});
export const keepGame = (print, game) =>
  game.keys || game.undone ? keep(`game.${print}`, game) : forget(`game.${print}`);

/** The player's best result on a level: {moves, pushes}. */
export const ownBest = (print) => recall(`best.${print}`);

export function keepBest(print, { moves, pushes }) {
  const old = ownBest(print);
  const better = !old || moves < old.moves || (moves === old.moves && pushes < old.pushes);
  if (better) keep(`best.${print}`, { moves, pushes });
  return better;
}

/** What an engine found for a level without a known result; of the same shape as the `best` of a card. */
export const foundBest = (id) => recall(`found.${id}`);

export function keepFound(id, game, { status, optimal, objective, moves, pushes, cost, engine }) {
  const old = foundBest(id);
  if (status === "unsolvable")
    return void keep(`found.${id}`, { moves: null, pushes: null, optimal: true, solvable: false });
  if (status !== "solved") return;
  const helltaker = game === "helltaker"; // where the moves of a result are its cost
  const best = { moves: helltaker ? cost : moves, pushes, solvable: true, engine };
  best.optimal = optimal && (helltaker || objective.startsWith("moves"));
  const better = !old || best.moves < old.moves || (best.moves === old.moves && best.optimal);
  if (better) keep(`found.${id}`, best);
}

// --- added levels ---------------------------------------------------------------------------------------------------

/** Levels that were added or drawn: [{card, level}], the newest first. */
export const addedLevels = () => recall("levels", []);

export function addLevels(entries) {
  const ids = new Set(entries.map(({ card }) => card.id));
  return keep("levels", [...entries, ...addedLevels().filter(({ card }) => !ids.has(card.id))]);
}

/** Removes a level. Returns a function that restores it. */
export function removeLevel(id) {
  const before = addedLevels();
  keep(
    "levels",
    before.filter(({ card }) => card.id !== id),
  );
  return () => keep("levels", before);
}
