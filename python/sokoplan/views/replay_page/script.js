/* The replay page: draws the frames of a plan one after the other, and its controls. */
"use strict";
// film: the keys; for the start and each key what changed ([row, column, tiles before, tiles after]), cost and pushes.
const film = JSON.parse(document.getElementById("film").textContent);
const SIZE = 64;
const by = (id) => document.getElementById(id);
const pieces = by("pieces");
const cells = new Map();
const keys = [...film.keys];
let now = -1;
let timer = null;

function show(row, column, tiles) {
  const name = `${row},${column}`;
  const old = cells.get(name);
  if (old) old.remove();
  cells.delete(name);
  if (!tiles.length) return;
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  for (const tile of tiles) {
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#t-${tile}`);
    for (const [attribute, value] of [["x", column * SIZE], ["y", row * SIZE], ["width", SIZE], ["height", SIZE]])
      use.setAttribute(attribute, value);
    group.append(use);
  }
  pieces.append(group);
  cells.set(name, group);
}

function go(step) {
  const target = Math.max(0, Math.min(keys.length, step));
  while (now < target) for (const [row, column, , after] of film.changes[++now]) show(row, column, after);
  while (now > target) for (const [row, column, before] of film.changes[now--].slice().reverse()) show(row, column, before);
  by("scrub").value = now;
  by("count").textContent = `Step ${now} of ${keys.length}, ${film.pushes[now]} ${film.push}` +
    (film.limit === null ? "" : `, cost ${film.costs[now]} of ${film.limit}`);
  const mark = document.createElement("b");
  const done = document.createElement("span");
  done.className = "done";
  done.textContent = film.keys.slice(0, Math.max(0, now - 1));
  mark.textContent = now ? keys[now - 1] : "";
  by("lurd").replaceChildren(done, mark, film.keys.slice(now));
  if (now === keys.length) pause();
}

function pause() {
  clearInterval(timer);
  timer = null;
  by("play").textContent = "Play";
  by("play").setAttribute("aria-label", "Play");
}

function play() {
  if (timer !== null) return pause();
  if (now === keys.length) go(0);
  timer = setInterval(() => go(now + 1), Number(by("speed").value));
  by("play").textContent = "Pause";
  by("play").setAttribute("aria-label", "Pause");
}

function stepTo(step) {
  pause();
  go(step);
}

by("play").onclick = play;
by("first").onclick = () => stepTo(0);
by("back").onclick = () => stepTo(now - 1);
by("forward").onclick = () => stepTo(now + 1);
by("last").onclick = () => stepTo(keys.length);
by("scrub").oninput = (event) => stepTo(Number(event.target.value));
by("speed").onchange = () => { if (timer !== null) { pause(); play(); } };
document.onkeydown = (event) => {
  if (event.target.closest("select, input")) return;
  const actions = { ArrowLeft: () => stepTo(now - 1), ArrowRight: () => stepTo(now + 1), Home: () => stepTo(0),
    End: () => stepTo(keys.length), " ": play };
  if (!(event.key in actions) || (event.key === " " && event.target.closest("button"))) return;
  event.preventDefault();
  actions[event.key]();
};
go(0);
