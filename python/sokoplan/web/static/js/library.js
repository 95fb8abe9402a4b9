/* The library: every level as a card, with search; and new levels by drop or paste. */

import { addDialog, addFiles } from "./add.js";
import { button, count, h, icon, later, say } from "./dom.js";
import { GAMES, fingerprint } from "./level.js";
import { to } from "./router.js";
import { bestOf, boardOfCard, cards } from "./catalog.js";
import { addedLevels, keep, ownBest, recall, removeLevel } from "./store.js";
import { thumb } from "./thumb.js";

const BLURBS = {
  own: "Levels that you added or drew. They are stored in this browser.",
  sokoban: "Push every box onto a goal.",
  sink: "Push every box into the sink, or fill every hole.",
  helltaker: "Reach the demoness before you run out of moves. Kick, unlock, mind the spikes.",
};

const FIRST_CARDS = 120; // cards shown in a section at first: a folder may hold thousands of levels

export function openLibrary() {
  const whole = new Set(); // sections that show all their cards
  let root, list, search;
  let all = [];
  let game = recall("filter", "all");

  async function open(place) {
    root = place;
    document.title = "Library · sokoplan";
    search = h("input", {
      type: "search",
      placeholder: "Search titles and authors",
      "aria-label": "Search",
      oninput: later(draw, 80),
    });
    list = h("div", { class: "card-sections" });
    root.append(
      h(
        "div",
        { class: "library-head" },
        h("div", {}, h("h1", {}, "Pick a puzzle"), h("p", { class: "lead" }, "Play it, or watch it being solved.")),
        h(
          "div",
          { class: "row" },
          button("add", "Add levels", () => addDialog(reload), { class: "primary" }),
        ),
      ),
      h(
        "div",
        { class: "filters" },
        h("label", { class: "search" }, icon("search"), search),
        h("div", { class: "chips", role: "group", "aria-label": "Game" }),
      ),
      list,
    );
    for (const name of ["dragover", "dragleave", "drop"]) root.addEventListener(name, dropped);
    await reload();
  }

  async function reload() {
    try {
      all = await cards();
    } catch (error) {
      list.replaceChildren(h("p", { class: "notice wrong" }, error.words ?? "The library could not be loaded."));
      return;
    }
    draw();
  }

  function draw() {
    drawChips();
    const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (card) => {
      const text = `${card.title} ${card.author} ${card.collection}`.toLowerCase();
      return (game === "all" || card.game === game) && words.every((word) => text.includes(word));
    };
    const found = all.filter(fits);
    const sections = [["own", "Yours"], ...Object.entries(GAMES)].map(([name, title]) => {
      const here = found.filter((card) =>
        name === "own" ? card.source === "added" : card.source !== "added" && card.game === name,
      );
      return here.length ? section(name, title, here) : null;
    });
    const nothing = found.length ? null : h("p", { class: "notice" }, "No levels match your search.");
    list.replaceChildren(...sections.filter(Boolean), ...(nothing ? [nothing] : []));
  }

  function drawChips() {
    const chips = [["all", "All"], ...Object.entries(GAMES)].map(([name, title]) => {
      const number = all.filter((card) => name === "all" || card.game === name).length;
      const choose = () => {
        keep("filter", (game = name));
        draw();
      };
      return h(
        "button",
        { type: "button", class: "chip", "aria-pressed": String(game === name), onclick: choose },
        title,
        h("small", {}, String(number)),
      );
    });
    root.querySelector(".chips").replaceChildren(...chips);
  }

  function section(name, title, found) {
    const own = new Map(addedLevels().map(({ card, level }) => [card.id, level]));
    const first = found.slice(0, whole.has(name) ? found.length : FIRST_CARDS);
    const showAll = () => {
      whole.add(name);
      draw();
    };
    return h(
      "section",
      { class: "card-section", "aria-label": title },
      h("header", {}, h("h2", {}, title), h("p", {}, BLURBS[name])),
      h(
        "ul",
        { class: "cards" },
        first.map((card) => h("li", {}, cardView(card, own.get(card.id)))),
      ),
      first.length < found.length &&
        button(null, `Show all ${count(found.length, "level")}`, showAll, { class: "more" }),
    );
  }

  function cardView(card, level) {
    const board = boardOfCard(card, level);
    const mine = ownBest(fingerprint(board.level)) ?? ownBest(`card.${card.id}`);
    const title = card.title || "Untitled";
    const facts = [`${card.width} × ${card.height}`, count(card.boxes, "box")];
    const remove = () => {
      const bringBack = removeLevel(card.id);
      say(`Removed ${title}.`, "note", () => (bringBack(), reload()));
      reload();
    };
    return h(
      "article",
      { class: `level-card ${card.game}` },
      h(
        "a",
        { href: to("play", card.id), class: "card-link" },
        h("div", { class: "picture" }, thumb(board)),
        h("h3", {}, title),
        h("p", { class: "facts" }, facts.join(" · ")),
        h("p", { class: "best" }, bestWords(card)),
      ),
      mine &&
        h(
          "span",
          { class: "solved-mark", title: `You solved it in ${count(mine.moves, "move")}` },
          icon("check"),
          h("span", { class: "unseen" }, "Solved by you"),
        ),
      card.source === "added" && button("trash", `Remove ${title}`, remove, { bare: true, class: "quiet remove" }),
    );
  }

  function dropped(event) {
    event.preventDefault();
    root.classList.toggle("dropping", event.type === "dragover");
    if (event.type === "drop") addFiles(event.dataTransfer.files, reload);
  }

  /** Slash searches; arrows go from card to card, as they are on the screen. */
  function key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "/") search.focus();
    else if (!step || !goCard(...step)) return;
    event.preventDefault();
  }

  function goCard(right, down) {
    const links = [...list.querySelectorAll(".card-link")];
    const from = document.activeElement.closest?.(".card-link");
    if (!from) return void links[0]?.focus();
    const [x, y] = middle(from);
    // The nearest one in that direction; a distance to the side counts double.
    const away = links
      .map((link) => [link, middle(link)])
      .filter(([, [a, b]]) => (right ? (a - x) * right > 4 && Math.abs(b - y) < 60 : (b - y) * down > 4))
      .map(([link, [a, b]]) => [Math.abs(b - y) + 2 * Math.abs(a - x), link]);
    const nearest = away.sort(([one], [other]) => one - other)[0]?.[1];
    nearest?.focus();
    return Boolean(nearest);
  }

  return {
    open,
    key,
    close: () => ["dragover", "dragleave", "drop"].forEach((name) => root.removeEventListener(name, dropped)),
  };
}

/** The best known result of a level, and whether it is proved. */
export function bestWords(card) {
  const best = bestOf(card);
  if (!best) return "not solved yet";
  if (!best.solvable) return "proved unsolvable";
  if (best.moves === null) return best.pushes === null ? "solvable" : `optimal: ${count(best.pushes, "push")}`;
  const moves = card.game === "helltaker" ? `cost ${best.moves}` : count(best.moves, "move");
  return best.optimal ? `optimal: ${moves}` : `best known: ${moves}`;
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
