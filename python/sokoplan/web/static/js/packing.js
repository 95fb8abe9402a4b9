/* The packing plan on the Solve tab: in which order the goals are filled, by which boxes, and what is parked where. Numbers
   on the board and a list of steps; pointing at a step shows where the box comes from and where it goes. */

import * as api from "./api.js";
import { button, h } from "./dom.js";
import { cellNumber } from "./level.js";

export function packingPlan(desk) {
  const { view, board, game } = desk;
  const cell = (pair) => cellNumber(board, pair);
  let shown = false;
  let waiting = null;
  const show = button("eye", "Packing plan", () => (shown ? hide() : ask()), { "aria-pressed": "false" });
  const answer = h("section", { class: "packing", "aria-label": "Packing plan", hidden: true });

  async function ask() {
    setShown(true);
    const level = game.here();
    if (!level || game.won) return say("This position is already won, so there is nothing to pack.");
    waiting?.abort();
    waiting = new AbortController();
    try {
      draw(await api.packing(level, waiting.signal));
    } catch (error) {
      if (error.name !== "AbortError") say(error.words ?? error.message);
    }
  }

  function draw({ words, boxes, steps }) {
    if (!steps.length) return say(words);
    view.badges(labels(boxes, steps));
    answer.replaceChildren(
      h("p", {}, words),
      h("ol", {}, steps.map(item)),
      h(
        "p",
        { class: "facts" },
        "The search keeps to this order. Where boxes are as good as each other, it may take another one.",
      ),
    );
  }

  function item({ words, from, to }) {
    const point = (on) => {
      view.mark("chosen", on ? [cell(from)] : []);
      view.mark("target", on ? [cell(to)] : []);
    };
    const attributes = { tabindex: "0", onmouseenter: () => point(true), onmouseleave: () => point(false) };
    return h("li", { ...attributes, onfocus: () => point(true), onblur: () => point(false) }, words);
  }

  function labels(boxes, steps) {
    const starts = new Set(boxes.map(({ start }) => cell(start)));
    const parked = new Map();
    for (const { box, to, until } of steps)
      if (until !== null) parked.set(cell(to), (parked.get(cell(to)) ?? new Set()).add(box));
    return [
      ...[...parked].map(([where, numbers]) => ({ cell: where, text: `P${[...numbers].join(",")}`, kind: "parked" })),
      ...boxes.map(({ box, goal }) => ({
        cell: cell(goal),
        text: String(box),
        kind: "goal",
        corner: starts.has(cell(goal)),
      })),
      ...boxes.map(({ box, start }) => ({ cell: cell(start), text: String(box), kind: "box" })),
    ];
  }

  function say(words) {
    answer.replaceChildren(h("p", { class: "notice" }, words));
  }

  function setShown(now) {
    shown = now;
    answer.hidden = !now;
    show.setAttribute("aria-pressed", String(now));
  }

  function wipe() {
    waiting?.abort();
    view.badges([]);
    view.mark("chosen", []);
    view.mark("target", []);
  }

  function hide() {
    setShown(false);
    wipe();
  }

  /* The player may have moved meanwhile, so the plan is asked for again. */
  return { show, answer, enter: () => shown && ask(), leave: wipe };
}
