/* What the pages must know about a game, one row for each: the same facts, by the same names, as in the laws of the
   Python package, and how it looks. The moves themselves are in law.js; the letters of its levels in level.js. */

const PUSHES = {
  measure: "moves", // what `moves` counts
  pushWord: "push",
  // A walk changes nothing but where the player is, and a push moves one box: boxes have dead squares and ways to go.
  plainPushes: true,
  limit: null, // what a new level allows, where the game limits the cost
  player: "player",
  lost: "Warn about lost boxes",
  size: ({ boxes }, count) => count(boxes, "box"), // beside the size of the board: how much there is to do
};

export const GAMES = {
  sokoban: { ...PUSHES, title: "Sokoban", box: "box", readings: ["end", "each-once"], format: "xsb" },
  sink: { ...PUSHES, title: "Sink", box: "boulder", readings: ["end"], format: "nethack-solver" },
  helltaker: {
    title: "Helltaker",
    measure: "cost",
    pushWord: "kick",
    plainPushes: false,
    limit: 20,
    size: ({ limit }) => `limit ${limit}`, // a room may have no rock at all, but it always has a limit
    player: "hero",
    box: "rock",
    lost: "Warn when too few moves are left",
    readings: ["end"],
    format: "helltaker",
  },
};

/** The picture of a thing or of the ground: `box`, `player` and others by their own names. */
export function tileOf(game, name) {
  if (name === "box") return GAMES[game].box;
  return name === "player" ? `${GAMES[game].player}-d` : name;
}

export const GAME_TITLES = Object.entries(GAMES).map(([name, { title }]) => [name, title]);
