/* The start: loads the pictures, fills the header and opens the first page. */

import { collections } from "./catalog.js";
import { button } from "./dom.js";
import { acceptDrops } from "./drops.js";
import { actionOf, keyOf } from "./keys.js";
import { loadRecords } from "./records.js";
import { currentPage, parse, startRouter } from "./router.js";
import { forgetColours } from "./stamps.js";
import { forget, keep, recall } from "./store.js";

/** Symbols must be in the document itself, so that they take the colours of the page. */
async function loadSprites() {
  const files = ["pieces.svg", "icons.svg"].map(async (name) => {
    const text = await (await fetch(new URL(`../${name}`, import.meta.url))).text();
    return new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  });
  document.getElementById("sprites").append(...(await Promise.all(files)));
}

/** A page, loaded when it is first opened. */
function page(file, open) {
  return async () => (await import(`./${file}.js`))[open]();
}

const showHelp = async () => (await import("./help.js")).showHelp();

/** Switches between light and dark. What the system prefers is not stored, so that the page follows the system. */
function turnTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = recall("theme") ?? (dark ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  if ((next === "dark") === dark) {
    forget("theme");
    delete document.documentElement.dataset.theme;
  } else {
    keep("theme", next);
    document.documentElement.dataset.theme = next;
  }
  coloursChanged();
}

/** Pictures that were painted in the old colours are painted anew. */
function coloursChanged() {
  forgetColours();
  currentPage()?.theme?.();
}

document
  .getElementById("top-tools")
  .append(
    button("theme", "Light or dark", turnTheme, { bare: true, class: "quiet" }),
    button("help", "Help", showHelp, { bare: true, class: "quiet", key: keyOf("help") }),
  );
document.getElementById("skip").addEventListener("click", () => document.getElementById("page").focus());
addEventListener("keydown", (event) => {
  if (actionOf(event) === "help" && !event.target.matches("textarea, input:not([type=checkbox])")) showHelp();
});
acceptDrops(() => currentPage()?.reload?.());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", coloursChanged);
collections().catch(() => {}); // asked for early; the page that needs them says what is wrong
if (parse(location.hash).tab === "library") import("./library.js");
await Promise.all([loadSprites(), loadRecords()]);
await startRouter(document.getElementById("page"), {
  library: page("library", "openLibrary"),
  set: page("collection_page", "openCollection"),
  level: page("level_page", "openLevelPage"),
  draw: page("editor", "openEditor"),
});
// The other pages come when there is time, so that the first one is quick and the next one is there.
const LATER = ["help", "add", "backup", "collection_page", "level_page", "editor"];
setTimeout(() => LATER.forEach((file) => import(`./${file}.js`)), 400);
