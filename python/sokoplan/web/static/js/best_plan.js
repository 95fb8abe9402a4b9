/* The best plan so far, while engines go on: how long it is, what is proved, and how far apart the two are. */

import { button, copy, count, h } from "./dom.js";
import { amount } from "./lanes.js";

/** By how many percent a plan is above the bound, as in a MIP solver. */
export const gapOf = (cost, bound) => (bound ? (100 * (cost - bound)) / bound : null);

export class BestPlan {
  /** `watch()` shows the plan on the board. */
  constructor(watch) {
    this.watch = watch;
    this.element = h("div", { class: "best-plan", role: "status" });
    this.clear();
  }

  clear() {
    this.result = null;
    this.bound = null;
    this.element.replaceChildren();
  }

  /** A better plan. */
  take(result) {
    this.result = result;
    this.raise(result.bound, result.unit);
    this.#draw();
  }

  /** A bound that was proved in this unit. */
  raise(bound, unit) {
    if (bound === null || (this.result && unit !== this.result.unit)) return;
    if (this.bound !== null && bound <= this.bound) return;
    this.bound = bound;
    if (this.result) this.#draw();
  }

  #draw() {
    const { moves, pushes, cost, unit, lurd } = this.result;
    const known = [
      h("span", {}, this.bound ? `Proved: at least ${amount(this.bound, unit)}` : "Nothing is proved yet"),
      this.bound ? h("span", {}, `gap ${gapOf(cost, this.bound).toFixed(1)} %`) : null,
    ].filter(Boolean);
    const bar = h("div", { class: "gap-bar", "aria-hidden": "true" }, h("div", {}));
    bar.firstChild.style.width = `${(100 * (this.bound ?? 0)) / Math.max(1, cost)}%`;
    this.element.replaceChildren(
      h(
        "div",
        { class: "verdict so-far" },
        h("h2", {}, `Best so far: ${count(moves, "move")}, ${count(pushes, "push")}`),
        h("p", { class: "gap-words" }, known),
        bar,
        h(
          "div",
          { class: "row" },
          button("play", "Watch the best so far", this.watch),
          button("copy", "Copy it", () => copy(lurd)),
        ),
      ),
    );
  }
}
