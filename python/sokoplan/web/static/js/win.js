/* The win screen.

   Comes in:  the desk and the result.     Goes out: a dialog with what to do next. */

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
        "Again",
        after(() => desk.restart()),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  next.focus();
}

/** How good that was. In Helltaker the cost counts, which is more than the moves where spikes hurt. */
function comparison(best, cost, isBest, helltaker) {
  const less = helltaker ? "for less" : "in fewer moves";
  if (best?.moves && cost <= best.moves) {
    return best.optimal ? `Nobody can do it ${less}: that is proved.` : "As good as the best known.";
  }
  if (best?.moves && best.optimal) return `It can be done in ${best.moves}, and no better: that is proved.`;
  if (best?.moves) return `The best known is ${best.moves}.`;
  return isBest ? "Your best so far." : "You have done better.";
}
