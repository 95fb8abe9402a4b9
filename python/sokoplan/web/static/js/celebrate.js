/* A small celebration on a win: a few bits of coloured paper over the board. Under reduced motion they lie still. */

import { h } from "./dom.js";

const BITS = 36;
const COLOURS = 5; // classes bit-0 to bit-4
const SECONDS = 1.6;

export function celebrate(stage) {
  const paper = h("div", { class: "paper", "aria-hidden": "true" });
  for (let index = 0; index < BITS; index++) {
    const bit = h("i", { class: `bit-${index % COLOURS}` });
    const place = (index + 0.5) / BITS;
    bit.style.left = `${100 * place}%`;
    bit.style.top = `${8 + 30 * Math.abs(Math.sin(index * 7.3))}%`;
    bit.style.setProperty("--turn", `${Math.round(360 * Math.sin(index * 3.1))}deg`);
    bit.style.setProperty("--far", `${140 + 90 * Math.abs(Math.cos(index * 1.7))}px`);
    bit.style.animationDelay = `${Math.abs(Math.sin(index * 2.3)) * 0.25}s`;
    paper.append(bit);
  }
  stage.append(paper);
  setTimeout(() => paper.remove(), SECONDS * 1000);
}
