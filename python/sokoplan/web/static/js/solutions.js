/* The solutions of a level: your best by moves and by pushes, the best known ones, those of the file; what is proved
   beside them; and a place to paste a plan. Part of the Watch tab. */

import { knownOf } from "./catalog.js";
import { button, count, h } from "./dom.js";
import { replay } from "./game.js";
import { GAMES } from "./games.js";
import { measure } from "./metrics.js";
import { keepSolution } from "./keeping.js";
import { recordOf } from "./records.js";

/** The two numbers by which a solution is judged, as the game calls them. */
const unitsOf = (game) => [GAMES[game].measure, GAMES[game].pushWord === "kick" ? "kicks" : "pushes"];

/** Every plan that can be watched: [{name, words, keys, moves, pushes, own}], each plan once. */
export function plansOf({ level, board, print }) {
  const { own, found } = recordOf(print);
  const by = (solution) => (solution?.by && solution.by !== "you" ? `, by ${solution.by}` : "");
  const [first, second] = unitsOf(board.game);
  const rows = [
    ["own-moves", `Yours, by ${first}`, own.moves, true],
    ["own-pushes", `Yours, by ${second}`, own.pushes, true],
    ["found-moves", `Best known by ${first}${by(found.moves)}`, found.moves],
    ["found-pushes", `Best known by ${second}${by(found.pushes)}`, found.pushes],
    ...level.solutions.map(({ keys, note }, index) => [
      `file-${index}`,
      `In the file${note ? `: ${note}` : ""}`,
      solutionOf(board, keys),
    ]),
  ];
  const seen = new Map();
  const plans = [];
  for (const [name, words, solution, mine = false] of rows) {
    if (!solution) continue;
    const { keys, moves, pushes } = solution;
    if (!seen.has(keys)) seen.set(keys, plans.push({ name, words, keys, moves, pushes, own: mine }) - 1);
    // One plan may be the best by both.
    else if (name === "own-pushes" && plans[seen.get(keys)].own)
      plans[seen.get(keys)].words = `Yours, by ${first} and ${second}`;
  }
  return plans;
}

/** A plan of the file, if it solves the level. */
function solutionOf(board, keys) {
  const { game, no } = replay(board, keys.replace(/[^udlr]/gi, ""));
  return no || !game.won ? null : { keys: game.lurd, ...measure(game) };
}

export function solutionsPart(desk, watch) {
  const plans = plansOf(desk);
  const { moves, pushes } = knownOf(desk.card);
  const optimal = (number, least) =>
    least !== null && number <= least ? h("strong", { title: "optimal" }, `${number} ★`) : number;
  const row = ({ name, words, moves: a, pushes: b }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, words),
      h("td", {}, optimal(a, moves)),
      h("td", {}, optimal(b, pushes)),
      h(
        "td",
        {},
        button("eye", `Watch: ${words}`, () => watch(name), { bare: true, class: "quiet" }),
      ),
    );
  const proved =
    (moves !== null || pushes !== null) &&
    h(
      "tr",
      { class: "proved" },
      h("th", { scope: "row" }, "Proved best"),
      h("td", {}, moves ?? "?"),
      h("td", {}, pushes ?? "?"),
      h("td", {}),
    );
  const table = h(
    "table",
    { class: "solutions" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        unitsOf(desk.board.game).map((unit) => h("th", { scope: "col" }, unit)),
        h("td", {}),
      ),
    ),
    h("tbody", {}, plans.map(row), proved),
  );
  return h(
    "section",
    { "aria-label": "Solutions", class: "solutions-part" },
    h("h2", {}, "Solutions"),
    plans.length || proved ? table : h("p", { class: "facts" }, "None is known yet."),
    pastePart(desk, watch),
  );
}

/** A plan in letters, from anywhere: checked, and kept as yours if it solves the level. */
function pastePart(desk, watch) {
  const text = h("textarea", {
    rows: 3,
    spellcheck: "false",
    "aria-label": "A plan in letters (LURD)",
    placeholder: "lurRDD…",
  });
  const answer = h("p", { class: "facts", role: "status" });
  function check() {
    const keys = text.value.replace(/\s+/g, "");
    const wrong = keys.match(/[^udlr]/i);
    if (!keys || wrong) {
      answer.textContent = wrong ? `A plan has only the letters u, d, l and r; this one has ${wrong[0]}.` : "";
      return;
    }
    const { game, no } = replay(desk.board, keys);
    if (no) answer.textContent = `Move ${game.moves + 1} is not possible: ${no}.`;
    else if (!game.won) answer.textContent = `These ${count(game.moves, "move")} do not solve the level.`;
    else {
      const { best } = keepSolution(desk.board, desk.print, keys, { by: "paste", own: true });
      if (best.moves || best.pushes) return watch(best.moves ? "own-moves" : "own-pushes");
      answer.textContent = "It solves the level, but you have better ones.";
    }
  }
  return h(
    "details",
    { class: "paste-plan" },
    h("summary", {}, "Paste a plan"),
    h("div", { class: "fields" }, text, h("div", { class: "row" }, button("check", "Check and keep", check)), answer),
  );
}
