/* The dialog after a win: how good it was, and what to do next. */

import { button, count, h, icon } from "./dom.js";
import { pushWord } from "./level.js";
import { bestOf } from "./catalog.js";

export function winDialog(desk, { moves: cost, pushes }, isBest) {
  if (document.querySelector("dialog[open]")) return;
  const { card } = desk;
  const helltaker = desk.board.game === "helltaker";
  const moves = desk.game.moves;
  const kicks = count(pushes, pushWord(desk.board.game));
  const hurt = cost === moves ? "" : `, cost ${cost}`;
  const after = (work) => () => {
    dialog.close();
    work();
  };
  const next = button(
    "next",
    "Next level",
    after(() => desk.next(1)),
    { class: "primary" },
  );
  const dialog = h(
    "dialog",
    { class: "card win", "aria-labelledby": "win-title", onclose: () => dialog.remove() },
    h("div", { class: "win-mark" }, icon("check")),
    h("h2", { id: "win-title" }, "Solved"),
    h("p", { class: "win-counts" }, `${count(moves, "move")}, ${kicks}${hurt}`),
    h("p", { class: "lead" }, comparison(bestOf(card), cost, isBest, helltaker)),
    h(
      "div",
      { class: "row" },
      next,
      button(
        "eye",
        "Watch it",
        after(() => desk.goTab("watch")),
      ),
      button(
        "restart",
        "Restart",
        after(() => desk.restart()),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  next.focus();
}

/** How good that was. In Helltaker the cost counts, which is more than the moves if spikes hurt. */
function comparison(best, cost, isBest, helltaker) {
  const less = helltaker ? "costs less" : "has fewer moves";
  const known = helltaker ? `a cost of ${best?.moves}` : count(best?.moves ?? 0, "move");
  if (best?.moves && cost <= best.moves) {
    return best.optimal ? `Optimal: no plan ${less}. That is proved.` : "As good as the best known plan.";
  }
  if (best?.moves && best.optimal) return `The best possible is ${known}. That is proved.`;
  if (best?.moves) return `The best known is ${known}.`;
  return isBest ? "Your best so far." : "You have done better before.";
}
