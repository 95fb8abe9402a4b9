/* Snapshots of a game: positions to come back to. They are stored with the level, and a plan to a snapshot is never lost
   by going back: the moves of now can be kept as another snapshot first. */

import { button, count, h } from "./dom.js";
import { GAMES } from "./games.js";
import { keep, recall } from "./store.js";

const MOST = 20;

export function snapshots(desk, goTo) {
  const { game, board, print } = desk;
  const list = h("ul", { class: "snapshots" });
  const element = h(
    "details",
    { class: "snapshots-part" },
    h("summary", {}, "Snapshots"),
    h("div", { class: "row" }, button("save", "Keep this position", add)),
    list,
  );

  const kept = () => recall(`snapshots.${print}`, []);
  function store(all) {
    keep(`snapshots.${print}`, all);
    draw();
  }

  function add() {
    const { moves, pushes } = game;
    const others = kept().filter(({ keys }) => keys !== game.keys);
    store([{ keys: game.keys, moves, pushes }, ...others].slice(0, MOST));
  }

  function draw() {
    list.replaceChildren(
      ...kept().map((one, index) => {
        const words = `${count(one.moves, "move")}, ${count(one.pushes, GAMES[board.game].pushWord)}`;
        const remove = () => store(kept().filter((other) => other.keys !== one.keys));
        return h(
          "li",
          {},
          button("undo", `After ${words}`, () => goTo(one.keys), { class: "quiet" }),
          button("trash", `Remove snapshot ${index + 1}`, remove, { bare: true, class: "quiet" }),
        );
      }),
    );
  }
  draw();
  return { element, add };
}
