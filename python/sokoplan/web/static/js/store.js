/* Small things that the browser stores: settings, and the games in play. All names start with "sokoplan.". What is kept
   for good is in the database (database.js).

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

// --- games, by the level's fingerprint ------------------------------------------------------------------------------

export const keptGame = (print) => recall(`game.${print}`, {});
export const keepGame = (print, game) =>
  game.keys || game.undone ? keep(`game.${print}`, game) : forget(`game.${print}`);
