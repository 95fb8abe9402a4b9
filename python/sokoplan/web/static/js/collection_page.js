/* One collection: its levels, sorted and filtered; and what can be done with the whole of it. */

import { STATIC } from "./api.js";
import { CARD_HEIGHT, levelCard } from "./card.js";
import { CardGrid } from "./card_grid.js";
import { collection, knownOf, solvedOf } from "./catalog.js";
import { exportDialog, removeCollection, renameDialog } from "./collection_tools.js";
import { button, choice, count, h, icon, later, say } from "./dom.js";
import { progress } from "./library.js";
import { removeOwn } from "./own.js";
import { isSolved } from "./records.js";
import { keep, recall } from "./store.js";

const WORDS = ["first steps", "easy", "medium", "hard", "expert"];
const area = ({ width, height }) => width * height;
/** The word of the collection's author, or else a guess: more boxes on more room are harder. */
const difficulty = (card) =>
  card.difficulty ? WORDS.indexOf(card.difficulty) : WORDS.length + card.boxes * Math.sqrt(area(card));
const SORTS = {
  file: ["file order", (card) => card.number],
  size: ["size", area],
  boxes: ["boxes", (card) => card.boxes],
  difficulty: ["difficulty", difficulty],
  solved: ["solved last", (card) => Number(isSolved(card.print))],
};
const isProved = (card) => {
  const { unsolvable, moves, pushes } = knownOf(card);
  return unsolvable || moves !== null || pushes !== null;
};
const FILTERS = {
  all: ["All", () => true],
  unsolved: ["Unsolved", (card) => !isSolved(card.print)],
  solved: ["Solved", (card) => isSolved(card.print)],
  proved: ["Proved", isProved],
};

export function openCollection() {
  let root, set, grid, search, chips, message;
  let sort = recall("sort", "file");
  let filter = "all";

  async function open(here, tab, ref) {
    root = here;
    await load(decodeURIComponent(ref));
  }

  async function load(id) {
    try {
      const found = await collection(id);
      if (!root.isConnected) return;
      set = found;
    } catch (error) {
      return void root.replaceChildren(h("p", { class: "notice wrong" }, error.words ?? error.message));
    }
    const back = h("p", {}, h("a", { href: "#library" }, "Back to the library"));
    if (!set)
      return void root.replaceChildren(
        h("p", { class: "notice wrong" }, "This collection is not in your library."),
        back,
      );
    document.title = `${set.title} · sokoplan`;
    if (!(sort in SORTS)) sort = "file";
    search = h("input", {
      type: "search",
      placeholder: "Search titles",
      "aria-label": "Search",
      oninput: later(draw, 80),
    });
    chips = h("div", { class: "chips", role: "group", "aria-label": "Show" });
    message = h("p", { class: "facts", role: "status" });
    grid?.close();
    grid = new CardGrid({ make, least: 176, height: CARD_HEIGHT, label: "Levels" });
    const sorts = Object.entries(SORTS).map(([name, [words]]) => [name, words]);
    root.replaceChildren(
      head(),
      h(
        "div",
        { class: "filters" },
        h("label", { class: "search" }, icon("search"), search),
        chips,
        choice("Sort by", sorts, sort, (value) => (keep("sort", (sort = value)), draw())),
      ),
      message,
      grid.element,
    );
    draw();
  }

  function head() {
    const solved = solvedOf(set.cards);
    const own = set.source === "added";
    return h(
      "div",
      { class: "library-head" },
      h(
        "div",
        { class: "set-head" },
        h("p", { class: "crumbs" }, h("a", { href: "#library" }, "Library")),
        h("h1", {}, set.title),
        h("p", { class: "lead" }, [set.author, `${solved} / ${set.cards.length} solved`].filter(Boolean).join(" · ")),
        progress(solved, set.cards.length),
      ),
      h(
        "div",
        { class: "row" },
        !STATIC && button("check", "Check", openCheck),
        button("download", "Export", () => exportDialog(set)),
        own && button(null, "Rename", () => renameDialog(set, () => load(set.id))),
        own && button("trash", "Remove", () => removeCollection(set), { class: "quiet" }),
      ),
    );
  }

  async function openCheck() {
    const { checkDialog } = await import("./check.js"); // few people need it
    checkDialog(set, () => root.isConnected && draw()).catch((error) => say(error.words ?? error.message, "wrong"));
  }

  function draw() {
    drawChips();
    const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ title, author }) => words.every((word) => `${title} ${author}`.toLowerCase().includes(word));
    const [, by] = SORTS[sort];
    const shown = set.cards.filter((card) => FILTERS[filter][1](card) && fits(card));
    const keys = new Map(shown.map((card) => [card, by(card)]));
    shown.sort((one, other) => keys.get(one) - keys.get(other) || one.number - other.number);
    message.textContent = shown.length ? "" : "No levels match.";
    grid.show(shown);
  }

  function drawChips() {
    const chip = ([name, [words, test]]) => {
      const number = set.cards.filter(test).length.toLocaleString("en");
      const choose = () => {
        filter = name;
        draw();
      };
      const attributes = { type: "button", class: "chip", "aria-pressed": String(filter === name), onclick: choose };
      return h("button", attributes, words, h("small", {}, number));
    };
    chips.replaceChildren(...Object.entries(FILTERS).map(chip));
  }

  function make(card, width) {
    const element = levelCard(card, width);
    if (set.source !== "added") return element;
    const title = card.title || "Untitled";
    const remove = async () => {
      const restore = await removeOwn(set.id, [card.id]);
      say(`Removed ${title}.`, "note", async () => (await restore(), load(set.id)));
      if (set.cards.length > 1) load(set.id);
      else location.hash = "#library";
    };
    element.append(button("trash", `Remove ${title}`, remove, { bare: true, class: "quiet remove" }));
    return element;
  }

  /** Slash searches; arrows go from card to card. */
  function key(event) {
    if (event.key === "/") search?.focus();
    else if (!grid?.key(event)) return;
    event.preventDefault();
  }

  /** After levels were added. What is typed in the search stays; so does the place. */
  const reload = () => (set && !search?.value ? load(set.id) : undefined);

  return { open, key, reload, close: () => grid?.close(), theme: () => grid?.redraw() };
}
