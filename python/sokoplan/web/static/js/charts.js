/* Small charts in SVG, in the colours of the page. Every number in them is also in words beside them or in a table, so a
   picture is never the only place where it is. */

import { h, s } from "./dom.js";

const WIDTH = 400; // units; the picture takes the width of its place
const ROW = 26;

/** Horizontal bars, [{name, value, words, settled}], on a scale that shows 0.01 and 100 seconds alike. */
export function barChart(title, rows) {
  const most = Math.max(...rows.map(({ value }) => value), 0.01);
  const scale = (value) => Math.log10(1 + 100 * value) / Math.log10(1 + 100 * most);
  const [left, room] = [70, WIDTH - 70 - 190]; // the words after a bar are long
  const bars = rows.map(({ name, value, words, settled }, index) => {
    const y = index * ROW;
    const wide = Math.max(2, room * scale(value));
    return s(
      "g",
      {},
      s("text", { x: left - 8, y: y + 17, "text-anchor": "end" }, name),
      s("rect", { class: settled ? "bar" : "bar open", x: left, y: y + 5, width: wide, height: ROW - 10, rx: 4 }),
      s("text", { class: "soft", x: left + wide + 7, y: y + 17 }, `${value.toFixed(2)} s · ${words}`),
    );
  });
  const all = rows.map(({ name, value, words }) => `${name} ${value.toFixed(2)} s, ${words}`).join("; ");
  return figure(title, "Lengths are logarithmic.", rows.length * ROW, all, bars);
}

/** One line for each of the series, [{name, points: [[x, y]]}], over a common x; y from 0 up, each on its own scale. */
export function linePlot(title, note, series, xWords) {
  const [left, right, top, height] = [10, 10, 14, 120];
  const points = series.flatMap((one) => one.points);
  const [first, last] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const across = (x) => left + ((WIDTH - left - right) * (x - first)) / Math.max(1, last - first);
  const shapes = series.map(({ name, points: list, unit = "" }, index) => {
    const most = Math.max(...list.map(([, y]) => y), 1e-9);
    const up = (y) => top + height - (height * y) / most;
    const way = list.map(([x, y]) => `${across(x).toFixed(1)},${up(y).toFixed(1)}`).join(" ");
    const dots = list.map(([x, y]) =>
      s(
        "circle",
        { class: `series-${index}`, cx: across(x), cy: up(y), r: list.length > 40 ? 1.5 : 3 },
        s("title", {}, `${xWords} ${x}: ${y.toLocaleString("en")}${unit} ${name}`),
      ),
    );
    return s("g", { class: `series-${index}` }, s("polyline", { points: way }), dots);
  });
  const axis = [
    s("line", { class: "axis", x1: left, x2: WIDTH - right, y1: top + height, y2: top + height }),
    s("text", { class: "soft", x: left, y: top + height + 16 }, `${xWords} ${first}`),
    s("text", { class: "soft", x: WIDTH - right, y: top + height + 16, "text-anchor": "end" }, String(last)),
  ];
  const key = h(
    "ul",
    { class: "chart-key" },
    series.map(({ name, points: list, unit = "" }, index) =>
      h(
        "li",
        { class: `series-${index}` },
        `${name}: up to ${Math.max(...list.map(([, y]) => y)).toLocaleString("en")}${unit}`,
      ),
    ),
  );
  const words = `${title}: ${xWords} ${first} to ${last}`;
  const made = figure(title, note, top + height + 22, words, [...axis, ...shapes]);
  made.append(key);
  return made;
}

function figure(title, note, height, words, shapes) {
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, title, note && h("small", {}, ` ${note}`)),
    s("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": words }, shapes),
  );
}
