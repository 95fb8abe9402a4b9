/* The keys of the game. The table is keys.json, which the terminal game reads too (views/keys.py), so the two cannot
   differ. A capital is a key of its own if the table has it (Z, with Shift); otherwise it does the same as the small
   letter, so that Caps Lock does no harm. */

const { moves, actions } = await (await fetch(new URL("../keys.json", import.meta.url))).json();

const actionOfKey = Object.fromEntries(
  Object.entries(actions).flatMap(([name, { keys }]) => keys.map((key) => [key, name])),
);

function find(table, { key, shiftKey }) {
  const lower = key.replace(/^Arrow/, "").toLowerCase();
  return (shiftKey && table[lower.toUpperCase()]) || table[lower];
}

/** The direction, "u", "d", "l" or "r", in which a key moves the player. */
export const directionOf = (event) => find(moves, event);

/** The name of the action, such as "undo", that belongs to a key. */
export const actionOf = (event) => find(actionOfKey, event);

/** The first key of an action, for the tooltip of its button. */
export const keyOf = (action) => label(actions[action].keys[0]);

/** Rows for the list of keys: the keys of each action, and what it does. */
export const actionRows = () => Object.values(actions).map(({ keys, words }) => [joined(keys.map(label)), words]);

const joined = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names[0]);

function label(key) {
  if (key.length > 1) return key[0].toUpperCase() + key.slice(1);
  return key === key.toLowerCase() ? key.toUpperCase() : `Shift+${key}`;
}
