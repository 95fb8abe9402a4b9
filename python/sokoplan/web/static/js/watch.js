/* The Watch tab: replays a plan, or the player's own moves, with its letters beside the board. */

import { STATIC } from "./api.js";
import { button, choice, count, h, toggle } from "./dom.js";
import { downloads } from "./downloads.js";
import { replay } from "./game.js";
import { GAMES } from "./games.js";
import { boardOf } from "./level.js";
import { plansOf, solutionsPart } from "./solutions.js";
import { keep, recall } from "./store.js";

const PACES = [
  ["700", "slow"],
  ["320", "normal"],
  ["140", "fast"],
  ["50", "very fast"],
];

export function watchTab(desk) {
  const { view, board } = desk;
  let shown = null; // the plan as a played game
  let at = 0;
  let timer = 0;
  let pace = recall("pace", "320");
  let hot = recall("heat", false);
  const title = h("p", { class: "facts" });
  const letters = h("div", { class: "lurd letters", role: "img" });
  const place = h("output", { class: "place" });
  const slider = h("input", {
    type: "range",
    min: 0,
    value: 0,
    "aria-label": "Step",
    oninput: () => (pause(), go(Number(slider.value), true)),
  });
  const playButton = button("play", "Play", toggleRun, { class: "primary", key: "Space" });
  const speed = choice("Speed", PACES, pace, setPace);
  const controls = h(
    "div",
    { class: "watch-controls" },
    h(
      "div",
      { class: "row tools" },
      button("first", "First step", () => (pause(), go(0, true)), { bare: true, key: "Home" }),
      button("back", "Step back", () => (pause(), go(at - 1)), { bare: true, key: "←" }),
      playButton,
      button("forward", "Step forward", () => (pause(), go(at + 1)), { bare: true, key: "→" }),
      button("last", "Last step", () => (pause(), go(shown.moves, true)), { bare: true, key: "End" }),
    ),
    h("div", { class: "scrub" }, slider, place),
    letters,
    h(
      "div",
      { class: "row spread" },
      speed,
      toggle("Count visits to each cell", hot, (on) => (keep("heat", (hot = on)), drawHeat())),
    ),
  );
  const empty = h(
    "div",
    { class: "notice" },
    h("p", {}, "There is no plan to watch yet."),
    h(
      "div",
      { class: "row" },
      !STATIC && button("solve", "Find a plan", () => desk.goTab("solve"), { class: "primary" }),
    ),
  );
  const element = h("div", { class: "watch" });

  // --- going through the plan ---------------------------------------------------------------------------------------

  function go(step, jump = false) {
    at = Math.max(0, Math.min(step, shown.moves));
    const { state, key } = at ? shown.done[at - 1] : { state: shown.first, key: "d" };
    view.element.classList.toggle("jump", jump);
    view.element.style.setProperty("--step", `${Math.min(160, Number(pace) * 0.85)}ms`);
    view.show(state, key);
    slider.value = at;
    place.textContent = `${at} / ${shown.moves}`;
    drawLetters();
    if (hot) drawHeat();
    if (at === shown.moves) pause();
  }

  function toggleRun() {
    if (timer) return pause();
    if (at === shown.moves) go(0, true);
    label("pause", "Pause");
    const tick = () => {
      go(at + 1);
      if (at < shown.moves) timer = setTimeout(tick, Number(pace));
    };
    timer = setTimeout(tick, 60);
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    label("play", "Play");
  }

  function label(icon, words) {
    playButton.querySelector("use").setAttribute("href", `#i-${icon}`);
    playButton.querySelector("span").textContent = words;
  }

  function setPace(value) {
    keep("pace", (pace = value));
  }

  // --- showing ------------------------------------------------------------------------------------------------------

  /** The letters are made once; only their classes change. */
  function drawLetters() {
    const spans = letters.children;
    for (let index = 0; index < spans.length; index++) {
      spans[index].classList.toggle("past", index < at);
      spans[index].classList.toggle("now", index === at - 1);
    }
    const now = spans[at - 1] ?? spans[0];
    if (now) letters.scrollTop = now.offsetTop - letters.offsetTop - letters.clientHeight / 2;
  }

  function drawHeat() {
    const visits = new Map();
    if (hot) {
      for (const { player } of [shown.first, ...shown.done.slice(0, at).map(({ state }) => state)])
        visits.set(player, (visits.get(player) ?? 0) + 1);
    }
    view.heat(visits);
  }

  /** The plans to watch: that of an engine or a link, the player's own moves, and the solutions that are kept. */
  function plans() {
    const own = { keys: desk.game.lurd, from: 0, by: "you", words: "Your own moves so far." };
    const found = { plan: desk.plan, own: desk.game.moves && desk.game.lurd !== desk.plan?.keys ? own : null };
    const named = Object.entries(found).filter(([, plan]) => plan);
    const kept = plansOf(desk).map(({ name, words, keys }) => [
      name,
      { keys, from: 0, by: words, words: `${words}.` },
    ]);
    return [...named, ...kept];
  }

  const nameOf = (name, { by }) =>
    name === "own" ? "your moves so far" : name !== "plan" ? by : by ? `the plan by ${by}` : "the plan in the link";

  function load(wanted = "plan") {
    const found = plans();
    const known = solutionsPart(desk, (name) => (pause(), load(name)));
    if (!found.length) return void element.replaceChildren(empty, known);
    const [name, plan] = found.find(([other]) => other === wanted) ?? found[0];
    const names = found.map(([other, one]) => [other, nameOf(other, one)]);
    const which = found.length > 1 ? choice("Watch", names, name, (value) => (pause(), load(value))) : "";
    const other = plan.reading && plan.reading !== desk.level.reading; // it was asked for by other rules
    const { game, no } = replay(other ? boardOf({ ...desk.level, reading: plan.reading }) : board, plan.keys);
    shown = game;
    const wrong = no
      ? ` It stops after ${count(game.moves, "move")}: ${no}.`
      : game.won
        ? ""
        : " It does not solve the level.";
    title.textContent = (plan.words ?? "") + wrong;
    letters.replaceChildren(
      ...[...game.lurd].map((letter, index) => h("span", { class: index < plan.from ? "own" : "" }, letter)),
    );
    letters.setAttribute("aria-label", `The plan: ${game.lurd}`);
    slider.max = game.moves;
    const canImprove = !STATIC && game.won && GAMES[board.game].plainPushes && desk.level.reading !== "each-once";
    const better = canImprove
      ? h("div", { class: "row" }, button("solve", "Improve this plan", () => improve(game.lurd)))
      : "";
    element.replaceChildren(which, title, controls, better, known, downloads(desk, game.lurd));
    go(Math.min(plan.from ?? 0, game.moves), true);
  }

  /** The Solve tab makes it better, as long as it may. */
  function improve(lurd) {
    desk.toImprove = lurd;
    desk.goTab("solve");
  }

  function key(event) {
    if (!shown) return false;
    const { key: name } = event;
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.moves }[name];
    if (step !== undefined) (pause(), go(step, name === "Home" || name === "End"));
    else if (name === " ") toggleRun();
    else if (name === "+" || name === "-") faster(name === "+" ? 1 : -1);
    else return false;
    event.preventDefault();
    return true;
  }

  function faster(step) {
    const index = PACES.findIndex(([value]) => value === pace) + step;
    if (!PACES[index]) return;
    setPace(PACES[index][0]);
    speed.querySelector("select").value = pace;
  }

  function leave() {
    pause();
    shown = null;
    view.heat(new Map());
    view.element.classList.remove("jump");
    view.element.style.removeProperty("--step");
  }

  return { element, enter: () => load(), leave, key };
}
