/* The start of everything: pictures in, header made, first page opened.

   Comes in:  index.html.     Goes out: the app. */

import { button } from "./dom.js";
import { openEditor } from "./editor.js";
import { showHelp } from "./help.js";
import { openLibrary } from "./library.js";
import { openLevelPage } from "./level_page.js";
import { startRouter } from "./router.js";
import { forget, keep, recall } from "./store.js";

/** Symbols must be in the document itself, so that the page's colours reach into them. */
async function loadSprites() {
  const files = ["pieces.svg", "icons.svg"].map(async (name) => {
    const text = await (await fetch(`/static/${name}`)).text();
    return new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  });
  document.getElementById("sprites").append(...(await Promise.all(files)));
}

/** The system's choice, the other one, and back. */
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
}

document
  .getElementById("top-tools")
  .append(
    button("theme", "Light or dark", turnTheme, { bare: true, class: "quiet" }),
    button("help", "Help", showHelp, { bare: true, class: "quiet", key: "?" }),
  );
document.getElementById("skip").addEventListener("click", () => document.getElementById("page").focus());
addEventListener("keydown", (event) => {
  if (event.key === "?" && !event.target.matches("textarea, input:not([type=checkbox])")) showHelp();
});
await loadSprites();
await startRouter(document.getElementById("page"), {
  library: openLibrary,
  level: openLevelPage,
  draw: openEditor,
});
