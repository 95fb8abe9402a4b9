/* Downloading and sharing a plan: pictures, a page that replays it, its letters, a link. */

import * as api from "./api.js";
import { button, h, say } from "./dom.js";
import { linkFor } from "./share.js";
import { copy } from "./solve.js";

export function downloads(desk, lurd) {
  const picture = (as, words) =>
    button("download", words, () => download(() => api.rendered(desk.level, lurd, as, theme())));
  return h(
    "section",
    { class: "downloads", "aria-label": "Download and share" },
    h("h2", {}, "Download and share"),
    h(
      "div",
      { class: "row" },
      picture("gif", "GIF"),
      picture("svg", "SVG"),
      picture("html", "HTML replay"),
      button("copy", "Copy LURD", () => copy(lurd)),
      button("share", "Copy link", () => share("watch", desk.level, lurd)),
    ),
  );
}

/** Copies a link to the level, and perhaps a plan, to the clipboard. */
export async function share(page, level, plan = "") {
  const hash = await linkFor(page, level, plan);
  await copy(`${location.origin}/${hash}`);
}

/** The theme that the page shows now, which pictures get too. */
function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
}

export async function download(make) {
  try {
    const { name, mime, base64 } = await make();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    saveFile(name, mime, bytes);
  } catch (error) {
    say(error.words ?? error.message, "wrong");
  }
}

export function saveFile(name, mime, content) {
  const address = URL.createObjectURL(new Blob([content], { type: mime }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
