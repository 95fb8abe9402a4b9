/* The library: every collection as a card, with your progress; a search over all levels; new levels by drop or paste. */

import { STATIC } from "./api.js";
import { CARD_HEIGHT, levelCard } from "./card.js";
import { CardGrid } from "./card_grid.js";
import { boardOfCard, collections, solvedOf } from "./catalog.js";
import { button, count, h, icon, later, say } from "./dom.js";
import { place } from "./database.js";
import { GAME_TITLES } from "./games.js";
import { to } from "./router.js";
import { keep, recall } from "./store.js";
import { thumb } from "./thumb.js";

const SET_HEIGHT = 226;
const KEPT = {
  browser: "What you add and solve is kept in this browser. Other browsers do not see it; a backup takes it along.",
  profile: "What you add and solve is kept in the profile file of this server.",
  page: "This browser does not allow a page to keep anything: what you add and solve is lost when you close the page.",
};

export function openLibrary() {
  let root, grid, search, shelf;
  let all = [];
  let game = recall("filter", "all");

  async function open(here) {
    root = here;
    document.title = "Library · sokoplan";
    search = h("input", {
      type: "search",
      placeholder: "Search collections, titles, authors",
      "aria-label": "Search",
      oninput: later(draw, 80),
    });
    shelf = h("div", { class: "card-place" });
    const where = await place();
    if (!root.isConnected) return;
    root.append(
      h(
        "div",
        { class: "library-head" },
        h(
          "div",
          {},
          h("h1", {}, "Library"),
          h("p", { class: "lead" }, "Pick a puzzle: play it, or watch it being solved."),
        ),
        h(
          "div",
          { class: "row" },
          button("save", "Backup", async () => (await import("./backup.js")).backupDialog(reload)),
          !STATIC && button("new", "New puzzle", newPuzzle),
          button("add", "Add levels", async () => (await import("./add.js")).addDialog(reload), { class: "primary" }),
        ),
      ),
      h(
        "div",
        { class: "filters" },
        h("label", { class: "search" }, icon("search"), search),
        h("div", { class: "chips", role: "group", "aria-label": "Game" }),
      ),
      shelf,
      h("p", { class: "facts kept" }, KEPT[where]),
    );
    await reload();
  }

  async function newPuzzle() {
    // What few visits need is loaded when it is asked for.
    const [{ newPuzzleDialog }, { addLevels }] = await Promise.all([import("./new_puzzle.js"), import("./add.js")]);
    newPuzzleDialog(async (levels, remarks) => {
      location.hash = to("play", (await addLevels(levels))[0]);
      for (const remark of remarks) say(`${remark}.`);
    });
  }

  async function reload() {
    try {
      const found = await collections();
      if (!root.isConnected || !shelf.isConnected) return; // left, or not yet there
      all = found;
    } catch (error) {
      shelf.replaceChildren(h("p", { class: "notice wrong" }, error.words ?? "The library could not be loaded."));
      return;
    }
    draw();
  }

  function draw() {
    drawChips();
    const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (text) => words.every((word) => text.toLowerCase().includes(word));
    const sets = all.filter(({ cards }) => game === "all" || cards.some((card) => card.game === game));
    if (!words.length) return show("sets", sets);
    const whole = sets.filter(({ title, author }) => fits(`${title} ${author}`));
    const levels = sets.flatMap((set) =>
      set.cards
        .filter((card) => (game === "all" || card.game === game) && fits(`${card.title} ${card.author} ${set.title}`))
        .map((card) => ({ card, home: set.title })),
    );
    show("levels", levels, whole);
  }

  /** The grid of collections, or that of levels under the collections that fit the search. */
  function show(kind, items, above = []) {
    grid?.close();
    const many = kind === "sets" ? items : above;
    grid = kind === "sets" || !items.length ? setGrid() : levelGrid();
    const links =
      kind === "levels" && above.length
        ? h(
            "ul",
            { class: "set-links" },
            above.map((set) => h("li", {}, setLink(set))),
          )
        : "";
    const nothing = items.length || many.length ? "" : h("p", { class: "notice" }, "No levels match your search.");
    const number =
      kind === "levels" && items.length
        ? h("p", { class: "facts", role: "status" }, count(items.length, "level"))
        : "";
    shelf.replaceChildren(links, nothing, number, grid.element);
    grid.show(items);
  }

  const setGrid = () => new CardGrid({ make: setCard, least: 268, height: SET_HEIGHT, label: "Collections" });
  const levelGrid = () =>
    new CardGrid({
      make: ({ card, home }, width) => levelCard(card, width, home),
      least: 176,
      height: CARD_HEIGHT,
      label: "Levels found",
    });

  function drawChips() {
    const chips = [["all", "All"], ...GAME_TITLES].map(([name, title]) => {
      const number = all.flatMap(({ cards }) => cards).filter((card) => name === "all" || card.game === name).length;
      const choose = () => {
        keep("filter", (game = name));
        draw();
      };
      return h(
        "button",
        { type: "button", class: "chip", "aria-pressed": String(game === name), onclick: choose },
        title,
        h("small", {}, number.toLocaleString("en")),
      );
    });
    root.querySelector(".chips").replaceChildren(...chips);
  }

  /** Slash searches; arrows go from card to card. */
  function key(event) {
    if (event.key === "/") search.focus();
    else if (!grid?.key(event)) return;
    event.preventDefault();
  }

  return { open, key, reload, close: () => grid?.close(), theme: () => grid?.redraw() };
}

const setLink = ({ id, title, cards }) =>
  h("a", { href: to("set", id) }, title, h("small", {}, ` ${count(cards.length, "level")}`));

/** The card of a collection: pictures of its first levels, who made it, and how far you are. */
function setCard({ id, title, author, cards, source }, width) {
  const solved = solvedOf(cards);
  const wide = Math.floor((width - 42) / 3) - 4;
  return h(
    "article",
    { class: "set-card" },
    h(
      "a",
      { href: to("set", id), class: "card-link", title },
      h(
        "div",
        { class: "picture three" },
        cards.slice(0, 3).map((card) => thumb(boardOfCard(card), wide, 92)),
      ),
      h("h3", {}, title),
      h("p", { class: "facts" }, author || (source === "added" ? "added by you" : "various authors")),
      h(
        "p",
        { class: "facts progress-words" },
        `${solved} / ${cards.length}`,
        h("span", { class: "unseen" }, " solved"),
      ),
      progress(solved, cards.length),
    ),
  );
}

/** A bar that shows how much is done; the words beside it say the same. */
export function progress(done, all) {
  const bar = h("div", { class: "progress", "aria-hidden": "true" }, h("div", {}));
  bar.firstChild.style.width = `${all ? (100 * done) / all : 0}%`;
  return bar;
}
