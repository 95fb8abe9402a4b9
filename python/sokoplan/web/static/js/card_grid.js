/* A grid of cards of which only those on the screen exist, so that thousands scroll as smoothly as ten.

   All cards have the same height; the grid is as tall as all of them together, and the window scrolls it. */

import { h } from "./dom.js";

const GAP = 14;
const SPARE = 300; // pixels above and below the window in which cards are ready

export class CardGrid {
  /** `make(item, width, index)` makes a card; `least` is its least width and `height` its height in pixels. */
  constructor({ make, least, height, label }) {
    Object.assign(this, { make, least, height });
    this.items = [];
    this.cards = new Map(); // by index
    this.element = h("ul", { class: "card-grid", "aria-label": label });
    this.update = () => this.#update();
    this.resize = new ResizeObserver(() => this.#layout());
    this.resize.observe(this.element);
    addEventListener("scroll", this.update, { passive: true });
    addEventListener("resize", this.update);
  }

  close() {
    this.resize.disconnect();
    removeEventListener("scroll", this.update);
    removeEventListener("resize", this.update);
  }

  /** Shows other items. */
  show(items) {
    this.items = items;
    this.redraw();
  }

  redraw() {
    this.cards.clear();
    this.element.replaceChildren();
    this.width = 0;
    this.#layout();
  }

  /** Puts the focus on a card, and the card on the screen. */
  focus(index) {
    if (index < 0 || index >= this.items.length) return false;
    const top = this.element.getBoundingClientRect().top + Math.floor(index / this.columns) * this.step;
    if (top < 0) scrollBy({ top: top - GAP, behavior: "instant" });
    else if (top + this.height > innerHeight)
      scrollBy({ top: top + this.height - innerHeight + GAP, behavior: "instant" });
    this.#update();
    this.cards.get(index).querySelector("a").focus({ preventScroll: true });
    return true;
  }

  /** Arrow keys: the focus goes to the card in that direction. Returns whether there is one. */
  key({ key }) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    return Boolean(step) && this.#go(...step);
  }

  #go(right, down) {
    const here = [...this.cards].find(([, card]) => card.contains(document.activeElement))?.[0];
    if (here === undefined) return this.focus(0);
    const there = here + right + down * this.columns;
    // From the last full row down into a shorter one.
    const last = this.items.length - 1;
    const lower = down > 0 && there > last && Math.floor(here / this.columns) < Math.floor(last / this.columns);
    return this.focus(lower ? last : there);
  }

  #layout() {
    const width = this.element.clientWidth;
    if (!width || width === this.width) return this.#update();
    this.width = width;
    const narrow = width < 520;
    this.columns = narrow
      ? Math.max(1, Math.round(width / 190))
      : Math.max(1, Math.floor((width + GAP) / (this.least + GAP)));
    if (narrow && this.least > 200) this.columns = 1;
    this.cardWidth = Math.floor((width - (this.columns - 1) * GAP) / this.columns);
    this.step = this.height + GAP;
    const rows = Math.ceil(this.items.length / this.columns);
    this.element.style.height = `${Math.max(0, rows * this.step - GAP)}px`;
    this.cards.clear();
    this.element.replaceChildren();
    this.#update();
  }

  #update() {
    if (!this.width) return;
    const { top } = this.element.getBoundingClientRect();
    const first = Math.max(0, Math.floor((-top - SPARE) / this.step)) * this.columns;
    const last = Math.min(this.items.length, Math.ceil((innerHeight - top + SPARE) / this.step) * this.columns);
    for (const [index, card] of this.cards) {
      if ((index >= first && index < last) || card.contains(document.activeElement)) continue;
      card.remove();
      this.cards.delete(index);
    }
    for (let index = first; index < last; index++) if (!this.cards.has(index)) this.#add(index);
  }

  #add(index) {
    const card = h("li", { "aria-setsize": this.items.length, "aria-posinset": index + 1 });
    card.append(this.make(this.items[index], this.cardWidth, index));
    const [row, column] = [Math.floor(index / this.columns), index % this.columns];
    card.style.transform = `translate(${column * (this.cardWidth + GAP)}px, ${row * this.step}px)`;
    card.style.width = `${this.cardWidth}px`;
    card.style.height = `${this.height}px`;
    // In the order of the list, so that Tab goes from card to card as they are seen.
    const next = [...this.cards].filter(([other]) => other > index).sort(([a], [b]) => a - b)[0]?.[1] ?? null;
    this.element.insertBefore(card, next);
    this.cards.set(index, card);
  }
}
