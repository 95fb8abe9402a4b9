/* A new puzzle from the generator: what it should be like, then the level itself, solved and measured. */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { button, choice, field, h } from "./dom.js";
import { GAME_TITLES } from "./games.js";
import { keep, recall } from "./store.js";

const NUMBERS = [
  ["width", "Width", 5, 30],
  ["height", "Height", 4, 30],
  ["fewest", "Fewest boxes", 1, 8],
  ["most", "Most boxes", 1, 8],
];

/** `take(levels, remarks)` gets what was made, [{level, card}]. */
export function newPuzzleDialog(take, game = null) {
  const first = { game: "sokoban", width: 9, height: 8, fewest: 3, most: 5, difficulty: 4, count: 1 };
  const wish = { ...first, ...recall("recipe", {}), ...(game ? { game } : {}) };
  const set = (name) => (value) => (wish[name] = value);
  const number = ([name, words, least, most]) => {
    const input = h("input", { type: "number", min: least, max: most, required: true, value: wish[name] });
    input.addEventListener("change", () => set(name)(Math.round(Number(input.value))));
    return field(words, input);
  };
  const hard = h("input", { type: "range", min: 1, max: 10, value: wish.difficulty });
  const shown = h("output", {}, String(wish.difficulty));
  hard.addEventListener("input", () => ((wish.difficulty = Number(hard.value)), (shown.textContent = hard.value)));
  const seed = h("input", { type: "number", min: 0, max: 2 ** 53 - 1, placeholder: "any", title: "The same seed gives the same level." });
  const wrong = h("div", { class: "wrong-place", role: "alert" });
  const make = button("add", "Make it", run, { class: "primary" });

  async function run() {
    wrong.replaceChildren();
    keep("recipe", wish);
    make.disabled = true;
    make.querySelector("span").textContent = "Making it…";
    const dice = seed.value === "" ? Math.floor(Math.random() * 2 ** 31) : Number(seed.value);
    try {
      const { levels, remarks } = await api.generated({ ...wish, seed: dice });
      if (!dialog.isConnected) return; // closed meanwhile
      dialog.close();
      await take(levels, remarks);
    } catch (error) {
      wrong.replaceChildren(h("p", {}, error.words ?? error.message));
    } finally {
      make.disabled = false;
      make.querySelector("span").textContent = "Make it";
    }
  }

  const dialog = openDialog(
    "New puzzle",
    [
      h("p", { class: "lead" }, "A level that nobody has played yet, solved and proved before you see it."),
      h(
        "div",
        { class: "fields two" },
        choice("Game", GAME_TITLES, wish.game, set("game")),
        field("Seed", seed),
        NUMBERS.map(number),
      ),
      h("div", { class: "difficulty" }, field("Difficulty, from 1 to 10", hard), shown),
      wrong,
      h("footer", { class: "row" }, make),
    ],
    "new-puzzle",
  );
}
