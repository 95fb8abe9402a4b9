/* What the mouse and fingers do on a board.

       a click or tap               a cell
       dragging a box               brings it where it is dropped, if it can go there
       a swipe with one finger      moves; a long swipe is several moves
       two fingers                  zoom and pan
       the wheel                    zooms; with the mouse, dragging what is not a box pans

   `on` is {cell(cell), press?(key), lift?(cell), drop?(from, to)}: `lift` says where a thing can go (a Set), or null if
   it cannot be dragged. */

import { s } from "./dom.js";
import { SIZE } from "./board.js";
import { pinch } from "./camera.js";

const SWIPE = 34; // pixels of a swipe to a move
const STILL = 8; // pixels within which a press is a click

/** Returns a function that stops listening. */
export function listenToGestures(stage, view, camera, on) {
  const pointers = new Map(); // each pointer that is down: where it was last
  let start = null; // {x, y, touch, cell} of the first pointer
  let doing = ""; // "", "swipe", "pan", "pinch", "drag"
  let lifted = null; // {from, targets, ghost} while something is dragged

  function down(event) {
    if (event.button > 0 || event.target.closest("button")) return;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (pointers.size === 2) {
      if (lifted) on.drop(lifted.from, null);
      letGo();
      doing = "pinch";
    }
    if (pointers.size > 1) return;
    const cell = view.cellAt(event.clientX, event.clientY);
    start = { x: event.clientX, y: event.clientY, touch: event.pointerType === "touch", cell };
    doing = "";
  }

  function move(event) {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (doing === "pinch" && other) pinch(camera, before, now, other);
    pointers.set(event.pointerId, now);
    if (doing === "pinch" || !start) return;
    if (!doing && Math.hypot(now[0] - start.x, now[1] - start.y) > STILL) begin(event);
    if (doing === "pan") camera.pan(now[0] - before[0], now[1] - before[1]);
    if (doing === "drag") drag(...now);
    if (doing === "swipe") swipe(...now);
  }

  /** The pointer has moved far enough: it is no click. */
  function begin(event) {
    stage.setPointerCapture(event.pointerId);
    const targets = start.cell === null ? null : (on.lift?.(start.cell) ?? null);
    if (targets) {
      doing = "drag";
      lifted = { from: start.cell, targets, ghost: ghostOf(start.cell) };
    } else doing = start.touch && on.press ? "swipe" : "pan";
  }

  function swipe(x, y) {
    const [right, below] = [x - start.x, y - start.y];
    if (Math.max(Math.abs(right), Math.abs(below)) < SWIPE) return;
    on.press(Math.abs(right) > Math.abs(below) ? (right > 0 ? "r" : "l") : below > 0 ? "d" : "u");
    Object.assign(start, { x, y });
  }

  // --- dragging a box -----------------------------------------------------------------------------------------------

  function ghostOf(cell) {
    const tile = view.things.box.get(cell)?.querySelector("use").getAttribute("href") ?? "#t-box";
    const ghost = s("use", { href: tile, class: "ghost", width: SIZE, height: SIZE });
    view.layers.over.append(ghost);
    return ghost;
  }

  function drag(x, y) {
    const point = view.pointAt(x, y);
    lifted.ghost.style.transform = `translate(${point.x - SIZE / 2}px, ${point.y - SIZE / 2}px)`;
    const cell = view.cellAt(x, y);
    view.mark("drop", lifted.targets.has(cell) ? [cell] : []);
  }

  function letGo() {
    lifted?.ghost.remove();
    view.mark("drop", []);
    lifted = null;
  }

  function up(event) {
    if (!pointers.delete(event.pointerId)) return;
    const cancelled = event.type === "pointercancel";
    const cell = view.cellAt(event.clientX, event.clientY);
    if (doing === "drag") {
      const { from, targets } = lifted;
      letGo();
      on.drop(from, !cancelled && targets.has(cell) ? cell : null);
    } else if (!doing && start && !cancelled && cell !== null) on.cell(cell);
    if (!pointers.size) [start, doing] = [null, ""];
  }

  function wheel(event) {
    event.preventDefault();
    camera.zoomBy(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }

  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, wheel };
  for (const [name, work] of Object.entries(listeners)) stage.addEventListener(name, work, { passive: false });
  return () => {
    letGo();
    for (const [name, work] of Object.entries(listeners)) stage.removeEventListener(name, work);
  };
}
