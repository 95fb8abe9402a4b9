/* The brushes of a game, as a bar of buttons. */

import { h, s } from "./dom.js";
import { brushTile, brushWords, brushesOf } from "./draft.js";

export function brushBar(game, brush, choose) {
  const buttons = brushesOf(game).map((name, index) => {
    const words = brushWords(name, game);
    const title = index < 9 ? `${words} (${index + 1})` : null;
    const attributes = { type: "button", class: "brush", "aria-pressed": String(name === brush), title };
    return h("button", { ...attributes, onclick: () => choose(name) }, picture(name, game), h("span", {}, words));
  });
  return h("div", { class: "brush-bar", role: "group", "aria-label": "Brushes" }, buttons);
}

/** Walls and floor have no tile of their own: a square in their colour. */
function picture(name, game) {
  const tile = brushTile(name, game);
  const square = { x: 6, y: 6, width: 52, height: 52, rx: 10, class: name === "wall" ? "wall-top" : "floor-two" };
  const inside = tile ? s("use", { href: `#t-${tile}`, width: 64, height: 64 }) : s("rect", square);
  return s("svg", { viewBox: "0 0 64 64", class: "brush-picture", "aria-hidden": "true" }, inside);
}
