/* The tiles of pieces.svg as one picture, in the colours of the page, for drawing many small boards quickly.

   A board with a hundred boxes is a hundred SVG elements, and a page of cards thousands of them; on a canvas it is a
   hundred copies of a stamp. */

const SIZE = 64;
const palette = new Map(); // the colours of the theme that is shown
let sheet = null;

/** A colour of palette.css, such as "--floor", as the page shows it now. */
export function colour(name) {
  if (!palette.has(name)) {
    const probe = document.getElementById("sprites");
    probe.style.color = `var(${name})`;
    palette.set(name, getComputedStyle(probe).color);
  }
  return palette.get(name);
}

/** A promise of stamp(context, tile, x, y, size), which draws a tile. */
export function stamps() {
  sheet ??= makeSheet();
  return sheet;
}

async function makeSheet() {
  const symbols = [...document.querySelectorAll("#sprites symbol[id^='t-']")];
  const places = new Map(symbols.map((symbol, index) => [symbol.id.slice(2), index * SIZE]));
  const uses = symbols.map(({ id }, index) => `<use href="#${id}" x="${index * SIZE}" width="64" height="64"/>`);
  const shapes = symbols.map((symbol) => new XMLSerializer().serializeToString(symbol)).join("");
  const coloured = shapes.replace(/var\((--[\w-]+)\)/g, (whole, name) => colour(name));
  const width = symbols.length * SIZE;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${SIZE}">${coloured}${uses.join("")}</svg>`;
  const picture = new Image(width, SIZE);
  picture.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await picture.decode();
  // Drawn once: a picture in SVG would be drawn anew for every stamp.
  const canvas = Object.assign(document.createElement("canvas"), { width, height: SIZE });
  canvas.getContext("2d").drawImage(picture, 0, 0);
  URL.revokeObjectURL(picture.src);
  return (context, tile, x, y, size) => context.drawImage(canvas, places.get(tile), 0, SIZE, SIZE, x, y, size, size);
}

/** After a change of the theme: other colours. */
export function forgetColours() {
  palette.clear();
  sheet = null;
}
