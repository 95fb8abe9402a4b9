/* The tools of the editor: what a stroke from one cell to another means; and the bar to choose from. */

import { button, h } from "./dom.js";
import { areaCells, edgeCells, lineCells, rectangleOf } from "./draft_shapes.js";

export const TOOLS = {
  pencil: ["Pencil", "pencil"],
  line: ["Line", "line"],
  rectangle: ["Rectangle", "rectangle"],
  fill: ["Fill", "fill"],
  select: ["Select", "select"],
};

/** The cells that a stroke of a tool paints. The pencil paints while it moves, so it takes the last part of its way. */
export function strokeCells(tool, cells, from, to, before) {
  if (tool === "fill") return areaCells(cells, from);
  if (tool === "rectangle") return edgeCells(rectangleOf(from, to));
  return lineCells(tool === "line" ? from : before, to);
}

export function toolBar(tool, choose, actions) {
  const buttons = Object.entries(TOOLS).map(([name, [words, icon]]) =>
    button(icon, words, () => choose(name), { bare: true, "aria-pressed": String(name === tool) }),
  );
  const others = actions.map(([icon, words, work]) => button(icon, words, work, { bare: true }));
  return [
    h("div", { class: "tool-bar", role: "group", "aria-label": "Tools" }, buttons),
    h("div", { class: "tool-bar", role: "group", "aria-label": "The whole drawing, or what is selected" }, others),
  ];
}
