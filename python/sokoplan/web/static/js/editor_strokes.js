/* A stroke of the editor: from the cell where it began to where it ends, with the tool and brush that are chosen.

   The pencil and Fill paint at once; a line or a rectangle is shown first and painted at its end. Select marks a part,
   and a stroke that begins inside it moves it. With the keyboard, Space begins and ends a stroke. */

import { rectangleOf } from "./draft_shapes.js";
import { strokeCells } from "./editor_tools.js";

/** `chosen()` is {tool, brush}; `changed()` is called after each change of the draft. */
export function editorStrokes(draft, view, chosen, changed) {
  let stroke = null; // {id, from, before, to, brush, tool, moving}
  let part = null; // the rectangle that is selected
  let number = 0;

  const inside = ([row, column]) =>
    part && row >= part.top && row <= part.bottom && column >= part.left && column <= part.right;
  const moved = ({ top, left, bottom, right }, down, across) => ({
    top: top + down,
    left: left + across,
    bottom: bottom + down,
    right: right + across,
  });

  function select(rectangle) {
    part = rectangle;
    view.select(part);
  }

  function begin(cell, erase = false) {
    const { tool, brush } = chosen();
    const used = { id: `stroke ${++number}`, from: cell, before: cell, to: cell, tool };
    stroke = { ...used, brush: erase ? "floor" : brush, moving: tool === "select" && inside(cell) };
    if (tool === "select" && !stroke.moving) select(rectangleOf(cell, cell));
    if (tool === "pencil" || tool === "fill") paint();
    else if (tool !== "select") view.preview(cells());
  }

  const cells = () => strokeCells(stroke.tool, draft.now.cells, stroke.from, stroke.to, stroke.before);

  function paint() {
    if (draft.paint(cells(), stroke.brush, stroke.id)) changed();
  }

  function go(cell) {
    if (!stroke) return;
    Object.assign(stroke, { before: stroke.to, to: cell });
    if (stroke.moving) view.select(moved(part, ...way()));
    else if (stroke.tool === "select") select(rectangleOf(stroke.from, cell));
    else if (stroke.tool === "pencil") paint();
    else if (stroke.tool !== "fill") view.preview(cells());
  }

  const way = () => [stroke.to[0] - stroke.from[0], stroke.to[1] - stroke.from[1]];

  function end() {
    if (!stroke) return;
    view.preview([]);
    if (stroke.moving) move(...way());
    else if (stroke.tool === "line" || stroke.tool === "rectangle") paint();
    stroke = draft.stroke = null;
  }

  function move(down, across) {
    if (!part || (!down && !across)) return;
    draft.move(part, down, across);
    select(moved(part, down, across));
    changed();
  }

  /** Space or Enter: the pencil and Fill paint; the other tools begin a stroke, then end it. */
  function act(cell) {
    if (stroke) return end();
    begin(cell);
    if (stroke.tool === "pencil" || stroke.tool === "fill") end();
  }

  function cancel() {
    stroke = draft.stroke = null;
    view.preview([]);
    select(null);
  }

  return { down: begin, move: go, up: end, act, cancel, shift: move, part: () => part };
}
