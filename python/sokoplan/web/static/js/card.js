/* The card of a level: its picture, its title, its size, and the best that is known. */

import { bestWords, boardOfCard } from "./catalog.js";
import { count, h, icon } from "./dom.js";
import { GAMES } from "./games.js";
import { recordOf } from "./records.js";
import { to } from "./router.js";
import { thumb } from "./thumb.js";

export const CARD_HEIGHT = 222;
const PICTURE = 124;

/** `home`: the title of its collection, where cards of several are shown; otherwise its number is. */
export function levelCard(card, width, home = "") {
  const title = card.title || "Untitled";
  const { own } = recordOf(card.print);
  const size = `${card.width} × ${card.height}`;
  const facts = (home ? [home, size] : [size, GAMES[card.game].size(card, count)]).join(" · ");
  const words = bestWords(card, count) || (own.moves ? "" : "not solved yet");
  return h(
    "article",
    { class: `level-card ${card.game}` },
    h(
      "a",
      { href: to("play", card.id), class: "card-link", title },
      h("div", { class: "picture" }, thumb(boardOfCard(card), width - 42, PICTURE - 16)),
      h("h3", {}, home ? title : numbered(card, title)),
      h("p", { class: "facts" }, facts),
      h("p", { class: "best" }, own.moves ? `yours: ${ownWords(card, own)}` : words),
    ),
    own.moves &&
      h(
        "span",
        { class: "solved-mark", title: "Solved by you" },
        icon("check"),
        h("span", { class: "unseen" }, "Solved by you"),
      ),
  );
}

/** `12 Title`, or only the title where that is the number. */
function numbered(card, title) {
  if (!card.number || title === String(card.number) || title === `Level ${card.number}`) return title;
  return [h("span", { class: "number" }, `${card.number} `), title];
}

function ownWords(card, { moves }) {
  const words = bestWords(card, count);
  const mine = GAMES[card.game].measure === "cost" ? `cost ${moves.moves}` : count(moves.moves, "move");
  return words.startsWith("optimal") ? `${mine}, ${words}` : mine;
}
