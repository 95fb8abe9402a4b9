/* The dialog after a win: how good it was, and what to do next. */

import { button, count, h, icon } from "./dom.js";
import { GAMES } from "./games.js";
import { knownOf } from "./catalog.js";

export function winDialog(desk, solution, best) {
  if (!desk.open || !desk.game.won || document.querySelector("dialog[open]")) return; // a moment has passed
  const { card } = desk;
  const { moves: cost, pushes } = solution;
  const { measure, pushWord } = GAMES[desk.board.game];
  const moves = desk.game.moves;
  const kicks = count(pushes, pushWord);
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
    h("p", { class: "lead" }, praise(knownOf(card), solution, best, measure)),
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

/** How good that was: by moves and by pushes, each compared with what is proved, or else with what is known. In
    Helltaker the cost counts, which is more than the moves if spikes hurt. */
export function praise({ moves, pushes, found }, solution, best, measure) {
  if (measure === "cost") {
    if (moves === null) return best.moves ? "Your best so far." : "You have done better before.";
    if (solution.moves <= moves) return "Optimal: no plan costs less. That is proved.";
    return `The best possible is a cost of ${moves}. That is proved.`;
  }
  const optimal = [moves !== null && solution.moves <= moves, pushes !== null && solution.pushes <= pushes];
  if (optimal[0] && optimal[1]) return "Optimal: no plan has fewer moves, and none has fewer pushes. That is proved.";
  if (optimal[0]) return withRest("Optimal: no plan has fewer moves. That is proved.", pushes, "push");
  if (optimal[1]) return withRest("Push-optimal: no plan has fewer pushes. That is proved.", moves, "move");
  if (moves !== null) return `The best possible is ${count(moves, "move")}. That is proved.`;
  if (pushes !== null) return `The fewest pushes are ${pushes}. That is proved.`;
  if (found.moves && solution.moves <= found.moves.moves) return "As good as the best known plan.";
  if (found.moves) return `The best known is ${count(found.moves.moves, "move")}.`;
  if (best.moves && best.pushes) return "Your best so far.";
  if (best.moves) return "Your best so far by moves.";
  return best.pushes ? "Your best so far by pushes." : "You have done better before.";
}

const withRest = (words, number, word) =>
  number === null ? words : `${words} Some plan takes only ${count(number, word)}.`;
