/* The page of one level: the board on one side, a panel of tabs on the other. The level is given by the id of a card, or
   by the `level=...&plan=...` of a link.

   The desk holds what the tabs share: `level`, `card`, `board`, `print` (the name under which the game is stored),
   `game`, `view` (the BoardView), `plan` ({keys, from, by, words}: a plan from the start of the level, of which the
   player made the first `from` moves). A tab is {element, enter(), leave?(), end?(), key?(event), cell?(cell)}; the
   Play tab also has what gestures.js asks for: press, lift and drop. */

import { BoardView, SIZE } from "./board.js";
import { Camera, cameraButtons, cameraKey } from "./camera.js";
import { button, count, h } from "./dom.js";
import { Game } from "./game.js";
import { GAMES } from "./games.js";
import { listenToGestures } from "./gestures.js";
import { actionOf, keyOf } from "./keys.js";
import { boardOf, cellPair, fingerprint } from "./level.js";
import { logicTab } from "./logic.js";
import { playTab } from "./play.js";
import { LEVEL_TABS, to } from "./router.js";
import { openLink } from "./share.js";
import { collection, find, neighbour } from "./catalog.js";
import { cardFor } from "./own.js";
import { keepProof, keepSolution } from "./keeping.js";
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
      if (!root.isConnected) return;
      root.append(
        h("p", { class: "notice wrong" }, error.words ?? error.message),
        h("p", {}, h("a", { href: "#library" }, "Back to the library")),
      );
      return;
    }
    const home = await homeOf(found.card);
    if (!root.isConnected) return; // another page was opened meanwhile
    desk = makeDesk(found);
    document.title = `${nameOf(found)} · sokoplan`;
    stage = h(
      "div",
      { class: "stage", id: "stage", tabindex: "0", role: "group", "aria-label": "Board" },
      desk.view.element,
      cameraButtons(desk.camera, () => stage, [button("undo", "Undo", () => tabs.play?.undo?.(), { bare: true })]),
    );
    tabList = h("div", { class: "tabs", role: "tablist", "aria-label": "Play, solve, watch or study this level" });
    body = h("div", { class: "panel-body", role: "tabpanel", id: "panel" });
    tabs = Object.fromEntries(LEVEL_TABS.map((name) => [name, null]));
    const aside = h("aside", { class: "panel" }, tabList, body);
    root.append(h("div", { class: "level-page" }, head(found, home), stage, aside));
    desk.stage = stage;
    listenToGestures(stage, desk.view, desk.camera, gestures());
    enter(tab);
  }

  function makeDesk({ card, level, plan }) {
    const board = boardOf(level);
    const print = fingerprint(level);
    const game = new Game(board);
    game.resume(keptGame(print));
    const view = new BoardView(board, { label: level.title || card.title || "Untitled level." });
    view.show(game.state, game.facing);
    const camera = new Camera(view.element, () => view.bounds);
    for (const { keys } of level.solutions) keepSolution(board, print, keys, { by: "the file", own: false });
    return {
      card,
      level,
      board,
      print,
      game,
      view,
      camera,
      plan: plan ? { keys: plan, from: 0, by: "", words: "The plan in the link." } : recall(`plan.${print}`),
      /** Draws the game as it stands, and stores it. */
      refresh() {
        view.show(game.state, game.facing);
        const [row, column] = cellPair(board, game.state.player);
        camera.follow((column + 0.5) * SIZE, (row + 0.5) * SIZE);
        keepGame(print, game.kept);
      },
      setPlan(value) {
        this.plan = value;
        keep(`plan.${print}`, value);
        keepSolution(board, print, value.keys, { by: value.by, own: value.by === "you" });
      },
      /** Keeps what an engine proved, if it was asked about the whole level. */
      proved: (result) => keepProof(level, print, result),
      /** Whether the page is still there: what comes later may come too late. */
      get open() {
        return view.element.isConnected;
      },
      goTab: (name) => (location.hash = `#${name}/${reference}`),
      next: (step) => goTo(card, step),
    };
  }

  /** Gestures go to the tab that is open; only Play moves anything. */
  function gestures() {
    const play = () => (here === "play" ? tabs.play : null);
    return {
      cell: (cell) => tabs[here]?.cell?.(cell),
      press: (key) => play()?.press(key),
      lift: (cell) => play()?.lift(cell) ?? null,
      drop: (from, to) => play()?.drop(from, to),
    };
  }

  function head({ card, level }, home) {
    const { title, size } = GAMES[level.game];
    const much = size({ boxes: level.boxes.length, limit: level.limit }, count);
    const facts = [title, `${level.width} × ${level.height}`, much];
    if (level.reading === "each-once") facts.splice(1, 0, "each box on a goal once");
    return h(
      "header",
      { class: "level-head" },
      h(
        "div",
        {},
        home &&
          h(
            "p",
            { class: "crumbs" },
            h("a", { href: to("set", home.id) }, home.title),
            ` ${card.number} / ${home.cards.length}`,
          ),
        h("h1", {}, nameOf({ card, level })),
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
        button("previous", "Previous level", () => goTo(card, -1), {
          bare: true,
          class: "quiet",
          key: keyOf("previous"),
        }),
        button("next", "Next level", () => goTo(card, 1), { bare: true, class: "quiet", key: keyOf("next") }),
        h("a", { class: "button quiet", href: `#draw/${reference}`, title: "Edit this level" }, "Edit"),
      ),
      card.note && h("p", { class: "note" }, card.note),
    );
  }

  async function goTo(card, step) {
    const id = await neighbour(card, step).catch(() => null);
    location.hash = id !== null ? to("play", id) : card.set ? to("set", card.set) : "#library";
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

  /** Arrow keys go from tab to tab. */
  function roam(event, name) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = LEVEL_TABS[(LEVEL_TABS.indexOf(name) + step + LEVEL_TABS.length) % LEVEL_TABS.length];
    desk.goTab(next);
    setTimeout(() => document.getElementById(`tab-${next}`)?.focus(), 0);
  }

  /** Opens another tab of this level; false if it is another level. */
  function show(tab, ref) {
    if (ref !== reference || !desk) return false;
    if (tab !== here) enter(tab);
    return true;
  }

  function key(event) {
    if (!desk) return;
    const tab = LEVEL_TABS[Number(event.key) - 1];
    const step = { next: 1, previous: -1 }[actionOf(event)];
    if (tab) desk.goTab(tab);
    else if (step) goTo(desk.card, step);
    else if (!tabs[here].key?.(event) && cameraKey(event, desk.camera, stage)) event.preventDefault();
  }

  function close() {
    desk?.camera.close();
    tabs?.[here]?.leave?.();
    for (const tab of Object.values(tabs ?? {})) tab?.end?.(); // even a search that runs behind another tab
  }

  return { open, show, key, close };
}

/** The collection of a level, or null: it may have come in a link, and the server may be gone. */
const homeOf = ({ set }) => (set ? collection(set).catch(() => null) : null);

/** What a level is called: by its title, else by its file. */
const nameOf = ({ card, level }) => level.title || card.title || "Untitled";

/** {card, level, plan} for a reference. */
export async function load(ref) {
  if (!ref.startsWith("level=")) return find(decodeURIComponent(ref));
  const { level, plan } = await openLink(ref);
  return { card: cardFor(level), level, plan };
}
