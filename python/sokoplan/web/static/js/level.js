/* Levels: from LevelJSON ("format": "sokoplan-level"), or the rows of letters of a card, to a Board for the law; and
   from a position back to LevelJSON.

   A Board numbers its cells so that stepping is adding: (row + 1) * stride + column + 1. The ring of cells around the
   board is wall, because outside the board is wall. */

import { GAMES } from "./games.js";

export const PIECES = [
  "boxes",
  "goals",
  "sinks",
  "holes",
  "demonesses",
  "mobs",
  "keys",
  "locks",
  "spikes",
  "traps_down",
  "traps_up",
];
export const LAYERS = ["walls", ...PIECES, "settled"];
export const KEYS = ["u", "d", "l", "r"];
const MOST_CELLS = 40_000;

export function boardOf(level) {
  const { game, reading, height, width, limit } = level;
  const stride = width + 2;
  const number = ([row, column]) => (row + 1) * stride + column + 1;
  const board = {
    level,
    game,
    reading,
    height,
    width,
    stride,
    limit,
    hasKey: level.has_key,
    player: number(level.player),
  };
  for (const layer of LAYERS) board[layer] = new Set(level[layer].map(number));
  for (let row = -1; row <= height; row++) board.walls.add(number([row, -1])).add(number([row, width]));
  for (let column = 0; column < width; column++) board.walls.add(number([-1, column])).add(number([height, column]));
  board.step = { u: -stride, d: stride, l: -1, r: 1 };
  return board;
}

export const cellNumber = (board, [row, column]) => (row + 1) * board.stride + column + 1;
export const cellPair = (board, cell) => [Math.floor(cell / board.stride) - 1, (cell % board.stride) - 1];
export const pairs = (board, cells) => [...cells].sort((a, b) => a - b).map((cell) => cellPair(board, cell));

/** A cell in a sentence, as place() in Python: people count rows and columns from 1. */
export const placeWordsOf = ([row, column]) => `row ${row + 1}, column ${column + 1}`;
export const placeWords = (board, cell) => placeWordsOf(cellPair(board, cell));

/** The cells the player could ever stand on, if every movable thing were out of the way. */
export function reachable(board) {
  const seen = new Set([board.player]);
  for (const cell of seen) {
    for (const key of KEYS) if (!board.walls.has(cell + board.step[key])) seen.add(cell + board.step[key]);
  }
  return seen;
}

/** The position as a level of its own; null if every hole is filled, so that nothing is left to do. */
export function levelAt(board, state, spent) {
  const level = {
    ...board.level,
    player: cellPair(board, state.player),
    boxes: pairs(board, state.boxes),
    solutions: [],
  };
  if (board.holes.size && !state.holes.size) return null;
  const settled = [...state.boxes].filter((cell) => !state.owed.has(cell) && !board.goals.has(cell));
  if (state.odd) [level.traps_down, level.traps_up] = [level.traps_up, level.traps_down];
  return {
    ...level,
    holes: pairs(board, state.holes),
    settled: board.reading === "each-once" ? pairs(board, settled) : [],
    mobs: pairs(board, state.mobs),
    locks: pairs(board, state.locks),
    has_key: state.key,
    limit: level.limit === null ? null : Math.max(0, level.limit - spent),
  };
}

/** A level with nothing in it but its size. */
export function emptyLevel(game, height, width) {
  const layers = Object.fromEntries(LAYERS.map((layer) => [layer, []]));
  const words = { title: "", author: "", collection: "", comments: [], solutions: [], options: [] };
  const { limit } = GAMES[game];
  const head = { format: "sokoplan-level", version: 1, game, reading: "end", height, width, player: [0, 0] };
  return { ...head, ...layers, limit, has_key: false, ...words };
}

/** What is wrong with the form of a LevelJSON, as a sentence, or "". The server checks the rest. */
export function misshapen(level) {
  if (level?.format !== "sokoplan-level" || level.version !== 1) return "This is not a sokoplan level.";
  if (!Object.hasOwn(GAMES, level.game)) return "The level's game is unknown.";
  if (!["end", "each-once"].includes(level.reading)) return "The level's winning rule is unknown.";
  const whole = (value, least) => Number.isInteger(value) && value >= least;
  if (!whole(level.height, 1) || !whole(level.width, 1)) return "The size of the board is missing.";
  if (level.height * level.width > MOST_CELLS) return "The board is too large.";
  const cell = (pair) =>
    Array.isArray(pair) &&
    pair.length === 2 &&
    whole(pair[0], 0) &&
    whole(pair[1], 0) &&
    pair[0] < level.height &&
    pair[1] < level.width;
  if (!cell(level.player)) return "The player is not on the board.";
  for (const layer of LAYERS) {
    if (!Array.isArray(level[layer]) || !level[layer].every(cell)) return `The cells of ${layer} are invalid.`;
  }
  if (level.limit !== null && !whole(level.limit, 0)) return "The move limit is not a number.";
  if (typeof level.has_key !== "boolean") return "The field has_key is missing.";
  if (typeof level.title !== "string" || typeof level.author !== "string")
    return "The title or the author is not text.";
  return "";
}

// What each letter in the rows of a card stands for, as in views/text.py.
const PUSH_LETTERS = {
  "#": ["walls"],
  ".": ["goals"],
  $: ["boxes"],
  "*": ["boxes", "goals"],
  "@": ["player"],
  "+": ["player", "goals"],
};
const LETTERS = {
  sokoban: PUSH_LETTERS,
  sink: { ...PUSH_LETTERS, o: ["boxes"], x: ["sinks"], "^": ["holes"], "+": ["player", "sinks"] },
  helltaker: {
    "#": ["walls"],
    H: ["player"],
    D: ["demonesses"],
    B: ["boxes"],
    K: ["keys"],
    L: ["locks"],
    M: ["mobs"],
    S: ["spikes"],
    T: ["traps_down"],
    U: ["traps_up"],
    O: ["boxes", "spikes"],
    P: ["boxes", "traps_down"],
    Q: ["boxes", "traps_up"],
  },
};

/** A level from the rows of a card, good enough for a picture. */
export function levelOfRows(game, rows) {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const level = emptyLevel(game, Math.max(1, rows.length), width);
  rows.forEach((row, r) =>
    [...row].forEach((letter, c) => {
      for (const layer of LETTERS[game][letter] ?? []) {
        if (layer === "player") level.player = [r, c];
        else level[layer].push([r, c]);
      }
    }),
  );
  return level;
}

/** The rows of letters of a level, as on a card. */
export function rowsOf(level) {
  const cells = Array.from({ length: level.height }, () => Array(level.width).fill(""));
  const at = ([row, column], layer) => (cells[row][column] += `${layer} `);
  for (const layer of LAYERS) for (const cell of level[layer]) at(cell, layer);
  at(level.player, "player");
  const stone = level.game === "sink" ? "o" : "";
  const letters = Object.entries(LETTERS[level.game]).map(([letter, layers]) => [letter, layers]);
  const letterOf = (text) => {
    if (!text) return " ";
    const here = text.trim().split(" ");
    if (stone && here.includes("boxes")) return stone;
    const fits = ([, layers]) => layers.every((layer) => here.includes(layer));
    const best = letters.filter(fits).sort(([, one], [, other]) => rank(other) - rank(one))[0];
    return best?.[0] ?? " ";
  };
  return cells.map((row) => row.map(letterOf).join("").trimEnd());
}

/** A letter for two things comes first, then one for what stands on the ground. */
const STANDING = ["player", "boxes", "mobs", "demonesses", "locks"];
const rank = (layers) => 2 * layers.length + layers.some((layer) => STANDING.includes(layer));

/** A short name for a puzzle, under which its games and solutions are kept: equal boards have equal names, whatever
    their titles. The server's cards have the same name: web/fingerprint.py is the twin of this function. */
export function fingerprint(level) {
  const { width } = level;
  const number = ([row, column]) => row * width + column;
  const parts = [level.game, level.reading, level.height, width, number(level.player)];
  parts.push(level.limit ?? "", Number(level.has_key));
  for (const layer of LAYERS) {
    const cells = new Set(level[layer].map(number));
    parts.push([...cells].sort((a, b) => a - b).join(","));
  }
  return hash(parts.join(";"));
}

const PRIME = 2n ** 96n - 17n;

/** A text of printable ASCII as one large number, modulo a prime. */
export function hash(text) {
  let digits = "0x";
  for (let i = 0; i < text.length; i++) digits += (text.charCodeAt(i) & 255).toString(16).padStart(2, "0");
  return (BigInt(digits) % PRIME).toString(16);
}
