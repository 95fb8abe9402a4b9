/* The Logic tab: for one cell at one step of a plan (or of the player's moves) the facts, the operators and what blocks
   them, the SAT clauses and the ASP rules. Pointing at one highlights what it is connected to. */

import * as api from "./api.js";
import { h, icon } from "./dom.js";
import { replay } from "./game.js";
import { cellPair, placeWords } from "./level.js";

export function logicTab(desk) {
  const { view, board } = desk;
  let shown = null;
  let at = 0;
  let chosen = null; // the cell that was clicked; until then, the player's cell is shown
  let cell = desk.game.state.player;
  let waiting = null;
  let pinned = null; // the entry whose highlight a click keeps on
  const entries = new Map(); // each entry: {own, mentions}
  const slider = h("input", {
    type: "range",
    min: 0,
    value: 0,
    "aria-label": "Step of the plan",
    oninput: () => go(Number(slider.value)),
  });
  const place = h("output", { class: "place" });
  const where = h("p", { class: "facts", role: "status" });
  const answer = h("div", { class: "logic-parts" });
  const element = h(
    "div",
    { class: "logic" },
    h(
      "p",
      { class: "lead" },
      "Choose a step, then click a cell. Point at anything below to see what it is connected to. " +
        "In facts such as box(1,3), rows and columns count from 0, at the top left.",
    ),
    h("div", { class: "scrub" }, slider, place),
    where,
    answer,
  );

  function go(step) {
    at = Math.max(0, Math.min(step, shown.moves));
    const { state, key } = at ? shown.done[at - 1] : { state: shown.first, key: "d" };
    view.show(state, key);
    cell = chosen ?? state.player;
    slider.value = at;
    place.textContent = `${at} / ${shown.moves}`;
    look();
  }

  async function look() {
    view.mark("cursor", [cell]);
    const [row, column] = cellPair(board, cell);
    const when = at < shown.moves ? `before move ${at + 1}` : "at the end";
    where.textContent = `The cell at ${placeWords(board, cell)}, ${when}. In the logic it is (${row},${column}).`;
    waiting?.abort();
    waiting = new AbortController();
    answer.setAttribute("aria-busy", "true");
    try {
      const data = await api.logic(desk.level, shown.lurd, at, [row, column], waiting.signal);
      pinned = null;
      entries.clear();
      answer.replaceChildren(facts(data), operators(data), clauses(data), rules(data));
    } catch (error) {
      if (error.name === "AbortError") return;
      answer.replaceChildren(h("p", { class: "notice wrong" }, error.words ?? error.message));
    }
    answer.removeAttribute("aria-busy");
  }

  // --- the four parts -----------------------------------------------------------------------------------------------

  function facts({ facts: list }) {
    const items = list.map(({ name, holds, id }) =>
      linked(
        id,
        [],
        h("code", {}, name),
        h("span", { class: `truth ${holds ? "yes" : "no"}` }, holds ? "holds" : "does not hold"),
      ),
    );
    return part("Facts", "What holds for this cell now.", items);
  }

  function operators({ operators: list }) {
    const items = list.map(({ name, can, used, needs, failed, changes, id }) => {
      const need = (fact) => (failed.includes(fact) ? h("code", { class: "failed" }, fact) : h("code", {}, fact));
      const verdict = used ? "the plan does this" : can ? "possible" : "not possible";
      return linked(
        id,
        [...needs, ...changes].map((fact) => fact.replace(/^(not |[+-])/, "")),
        h("code", {}, name),
        h("span", { class: `truth ${can ? "yes" : "no"}` }, icon(can ? "check" : "close"), verdict),
        h("p", {}, "needs ", needs.map(need)),
        can
          ? h(
              "p",
              {},
              "then ",
              changes.map((fact) => h("code", {}, fact)),
            )
          : null,
      );
    });
    return part(
      "Operators",
      "What a key can do that involves this cell. Preconditions that fail are struck out.",
      items,
    );
  }

  function clauses({ clauses: list }) {
    const items = list.map(({ text, kind, true: held, ids, why }) => {
      const literals = text
        .split(" | ")
        .flatMap((literal, index) => [
          index ? " ∨ " : "",
          h("span", { class: held.includes(literal) ? "held" : "" }, literal.replace(/^-/, "¬")),
        ]);
      return linked("", ids, h("code", {}, literals), h("p", {}, h("span", { class: "kind" }, kind), why));
    });
    return part(
      "SAT clauses",
      "In each clause at least one literal must be true. Those that are true in this plan are underlined.",
      items,
    );
  }

  function rules({ rules: list }) {
    const items = list.map(({ text, file, line, why, ids }) =>
      linked("", ids, h("pre", {}, text), h("p", {}, h("span", { class: "kind" }, `${file}:${line}`), why)),
    );
    return part("ASP rules", "The same rules of the game, written for clingo.", items);
  }

  function part(title, words, items) {
    const body = items.length ? h("ul", {}, items) : h("p", { class: "facts" }, "None.");
    return h(
      "section",
      { class: "logic-part", "aria-label": title },
      h("h2", {}, title, h("small", {}, String(items.length))),
      h("p", { class: "facts" }, words),
      body,
    );
  }

  // --- links between them -------------------------------------------------------------------------------------------

  /** An entry with its own name and the names it mentions. It is highlighted together with what it mentions, and with
      what mentions it. A click, or Enter, keeps the highlight. */
  function linked(own, mentions, ...children) {
    const item = h(
      "li",
      {
        tabindex: "0",
        onmouseenter: () => highlight(pinned ?? item),
        onmouseleave: () => highlight(pinned),
        onfocus: () => highlight(pinned ?? item),
        onblur: () => highlight(pinned),
        onclick: () => pin(item),
        onkeydown: (event) => event.key === "Enter" && pin(item),
      },
      children,
    );
    entries.set(item, { own, mentions: new Set(mentions) });
    return item;
  }

  function pin(item) {
    pinned = pinned === item ? null : item;
    highlight(pinned ?? item);
    for (const list of pinned ? answer.querySelectorAll("ul") : []) {
      const connected = list.querySelector(".connected");
      if (connected && list !== item.parentElement) list.scrollTop = connected.offsetTop - list.offsetTop;
    }
  }

  function highlight(chosen) {
    const one = entries.get(chosen);
    for (const [item, other] of entries) {
      const connected = one && (item === chosen || one.mentions.has(other.own) || other.mentions.has(one.own));
      item.classList.toggle("connected", Boolean(connected));
      item.classList.toggle("pinned", item === pinned);
    }
  }

  function enter() {
    const keys = desk.plan?.keys ?? desk.game.lurd;
    shown = replay(board, keys).game;
    slider.max = shown.moves;
    go(Math.min(at || (desk.plan?.from ?? desk.game.moves), shown.moves));
  }

  function leave() {
    waiting?.abort();
    view.mark("cursor", []);
  }

  function choose(where) {
    cell = chosen = where;
    look();
  }

  function key(event) {
    const step = { ArrowUp: -board.stride, ArrowDown: board.stride, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const inside = step && cellPair(board, cell + step);
    if (inside && inside[0] >= 0 && inside[1] >= 0 && inside[0] < board.height && inside[1] < board.width)
      choose(cell + step);
    else if (event.key === "+" || event.key === "-") go(at + (event.key === "+" ? 1 : -1));
    else return false;
    event.preventDefault();
    return true;
  }

  return { element, enter, leave, key, cell: choose };
}
