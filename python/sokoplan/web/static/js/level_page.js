/* The page of one level: the board on one side, a panel of tabs on the other.

   Comes in:  a tab and a reference: a card's id, or a link's `level=...&plan=...`.
   Goes out:  the desk, which the tabs work at.

   The desk holds what the tabs share: `level`, `card`, `board`, `print` (the name the game is kept under), `game`, `view`
   (the BoardView), `plan` ({keys, from, by, words}: a plan from the level's start, whose first `from` keys are the
   person's own). A tab is {element, enter(), leave?(), end?(), key?(event), cell?(cell)}. */

import { BoardView } from "./board.js";
import { button, count, h } from "./dom.js";
import { Game } from "./game.js";
import { GAMES, boardOf, boxWord, fingerprint } from "./level.js";
import { logicTab } from "./logic.js";
import { playTab } from "./play.js";
import { LEVEL_TABS, to } from "./router.js";
import { openLink } from "./share.js";
import { cardFor, find, neighbour } from "./catalog.js";
import { solveTab } from "./solve.js";
import { keep, keepGame, keptGame, recall } from "./store.js";
import { watchTab } from "./watch.js";

const TABS = { play: playTab, solve: solveTab, watch: watchTab, logic: logicTab };

export function openLevelPage() {
  let desk, tabs, tabList, body, stage;
  let here = "";
  let reference = "";

  async function open(root, tab, ref) {
    reference = ref;
    let found;
    try {
      found = await load(ref);
    } catch (error) {
      root.append(
        h("p", { class: "notice wrong" }, error.words ?? error.message),
        h("p", {}, h("a", { href: "#library" }, "To the library")),
      );
      return;
    }
    desk = makeDesk(found);
    document.title = `${found.level.title || "Untitled"} · sokoplan`;
    stage = h(
      "div",
      { class: "stage", id: "stage", tabindex: "0", role: "group", "aria-label": "Board" },
      desk.view.element,
    );
    tabList = h("div", { class: "tabs", role: "tablist", "aria-label": "What to do with this level" });
    body = h("div", { class: "panel-body", role: "tabpanel", id: "panel" });
    tabs = Object.fromEntries(LEVEL_TABS.map((name) => [name, null]));
    const aside = h("aside", { class: "panel" }, tabList, body);
    root.append(h("div", { class: "level-page" }, head(found), stage, aside));
    desk.stage = stage;
    enter(tab);
  }

  function makeDesk({ card, level, plan }) {
    const board = boardOf(level);
    const print = fingerprint(level);
    const game = new Game(board);
    game.resume(keptGame(print));
    const view = new BoardView(board, {
      label: level.title || "Untitled level.",
      onCell: (cell) => tabs[here]?.cell?.(cell),
    });
    view.show(game.state, game.facing);
    return {
      card,
      level,
      board,
      print,
      game,
      view,
      plan: plan ? { keys: plan, from: 0, by: "", words: "From the link." } : recall(`plan.${print}`),
      /** Draws the game as it stands, and keeps it. */
      refresh() {
        view.show(game.state, game.facing);
        keepGame(print, game.kept);
      },
      setPlan(value) {
        this.plan = value;
        keep(`plan.${print}`, value);
      },
      goTab: (name) => (location.hash = `#${name}/${reference}`),
      next: (step) => goTo(card, step),
    };
  }

  function head({ card, level }) {
    const facts = [
      GAMES[level.game],
      `${level.width} × ${level.height}`,
      count(level.boxes.length, boxWord(level.game)),
    ];
    if (level.reading === "each-once") facts.splice(1, 0, "each box once on a goal");
    return h(
      "header",
      { class: "level-head" },
      h(
        "div",
        {},
        h("h1", {}, level.title || "Untitled"),
        h(
          "p",
          { class: "facts" },
          facts.join(" · "),
          level.author && h("span", { class: "author" }, ` · ${level.author}`),
        ),
      ),
      h(
        "div",
        { class: "row" },
        button("previous", "Previous level", () => goTo(card, -1), { bare: true, class: "quiet", key: "P" }),
        button("next", "Next level", () => goTo(card, 1), { bare: true, class: "quiet", key: "N" }),
        h(
          "a",
          { class: "button quiet", href: `#draw/${reference}`, title: "Change this level in the editor" },
          "Edit",
        ),
      ),
      card.note && h("p", { class: "note" }, card.note),
    );
  }

  async function goTo(card, step) {
    const id = await neighbour(card, step).catch(() => null);
    location.hash = id === null ? "#library" : to("play", id);
  }

  function enter(tab) {
    tabs[here]?.leave?.();
    here = tab;
    tabs[tab] ??= TABS[tab](desk);
    drawTabs();
    body.setAttribute("aria-labelledby", `tab-${tab}`);
    body.replaceChildren(tabs[tab].element);
    stage.dataset.tab = tab;
    tabs[tab].enter();
  }

  function drawTabs() {
    const names = { play: "Play", solve: "Solve", watch: "Watch", logic: "Logic" };
    tabList.replaceChildren(
      ...LEVEL_TABS.map((name) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${name}`,
            "aria-selected": String(name === here),
            "aria-controls": "panel",
            tabindex: name === here ? 0 : -1,
            onclick: () => desk.goTab(name),
            onkeydown: (event) => roam(event, name),
          },
          names[name],
        ),
      ),
    );
  }

  /** Arrow keys go from tab to tab, as in every tab list. */
  function roam(event, name) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = LEVEL_TABS[(LEVEL_TABS.indexOf(name) + step + LEVEL_TABS.length) % LEVEL_TABS.length];
    desk.goTab(next);
    setTimeout(() => document.getElementById(`tab-${next}`)?.focus(), 0);
  }

  /** Another tab of the same level: true where that was all that was asked. */
  function show(tab, ref) {
    if (ref !== reference || !desk) return false;
    if (tab !== here) enter(tab);
    return true;
  }

  function key(event) {
    if (!desk) return;
    const tab = LEVEL_TABS[Number(event.key) - 1];
    if (tab) desk.goTab(tab);
    else if (event.key === "n" || event.key === "p") goTo(desk.card, event.key === "n" ? 1 : -1);
    else tabs[here].key?.(event);
  }

  function close() {
    tabs?.[here]?.leave?.();
    for (const tab of Object.values(tabs ?? {})) tab?.end?.(); // a search that goes on behind another tab, too
  }

  return { open, show, key, close };
}

/** {card, level, plan} for a reference. */
export async function load(ref) {
  if (!ref.startsWith("level=")) return find(decodeURIComponent(ref));
  const { level, plan } = await openLink(ref);
  return { card: cardFor(level), level, plan };
}
