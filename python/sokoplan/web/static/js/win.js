/* The win screen.

   Comes in:  the desk and the result.     Goes out: a dialog with what to do next. */

import { button, count, h, icon } from "./dom.js";
import { pushWord } from "./level.js";

export function winDialog(desk, { moves, pushes }, isBest) {
  if (document.querySelector("dialog[open]")) return;
  const { card } = desk;
  const kicks = count(pushes, pushWord(desk.board.game));
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
    h("p", { class: "win-counts" }, `${count(moves, "move")}, ${kicks}`),
    h("p", { class: "lead" }, comparison(card.best, moves, isBest)),
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

function comparison(best, moves, isBest) {
  if (best?.moves && moves <= best.moves)
    return best.optimal ? "Nobody can do it in fewer moves: that is proved." : "As good as the best known.";
  if (best?.moves)
    return best.optimal
      ? `It can be done in ${best.moves}, and no better: that is proved.`
      : `The best known is ${best.moves}.`;
  return isBest ? "Your best so far." : "You have done it in fewer.";
}
