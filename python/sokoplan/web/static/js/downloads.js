/* Downloading and sharing a plan: pictures, a page that replays it, its letters, a link. Files are called after the
   level. */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { button, copy, h, say } from "./dom.js";
import { rowsOf } from "./level.js";
import { linkFor } from "./share.js";

export function downloads(desk, lurd) {
  const picture = (as, words) => button("download", words, () => saveRendered(desk, lurd, as));
  return h(
    "section",
    { class: "downloads", "aria-label": "Download and share" },
    h("h2", {}, "Download and share"),
    h(
      "div",
      { class: "row" },
      !api.STATIC && [picture("gif", "GIF"), picture("svg", "SVG"), picture("html", "HTML replay")],
      button("copy", "Copy LURD", () => copy(lurd)),
      button("share", "Copy link", () => share("watch", desk, lurd)),
    ),
  );
}

/** Shares a level, and perhaps a plan. A link into this machine helps nobody else, so there it offers what does. */
export async function share(page, { card, level }, plan = "") {
  const link = new URL(await linkFor(page, level, plan), location.href.replace(/#.*/, "")).href;
  if (!isLocal()) return copy(link);
  const act = (work) => () => {
    dialog.close();
    work();
  };
  const dialog = openDialog("Share", [
    h("p", { class: "lead" }, "This page runs on your machine, so a link to it works only here. For others:"),
    h(
      "div",
      { class: "row" },
      button(
        "download",
        "Page that replays it",
        act(() => saveRendered({ card, level }, plan, "html")),
        { class: "primary" },
      ),
      button(
        "copy",
        "Copy as text",
        act(() => copy(asText(level, plan))),
      ),
      button(
        "share",
        "Copy local link",
        act(() => copy(link)),
      ),
    ),
    h("p", { class: "facts" }, "`sokoplan web --static` writes a site of its own, whose links work for everybody."),
  ]);
}

const isLocal = () => ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname) && !api.STATIC;

/** A level and a plan as text that any of our readers takes. */
function asText(level, plan) {
  const words = [level.title && `Title: ${level.title}`, level.author && `Author: ${level.author}`];
  const lines = [...rowsOf(level), "", ...words.filter(Boolean), plan && `Solution: ${plan}`];
  return `${lines
    .filter((line) => line !== null && line !== false)
    .join("\n")
    .trimEnd()}\n`;
}

/** The theme that the page shows now, which pictures get too. */
function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
}

async function saveRendered({ card, level }, lurd, as) {
  try {
    const { mime, base64 } = await api.rendered(level, lurd, as, theme());
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    // A level without a title is called by its file, here without what kind of file that is.
    saveFile(fileName(level.title || (card?.title ?? "").replace(/\.\w+$/, ""), as), mime, bytes);
  } catch (error) {
    say(error.words ?? error.message, "wrong");
  }
}

/** A file name made of a title: nothing in it that a file system minds. */
export function fileName(title, ending) {
  const plain = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return `${plain.slice(0, 60) || "level"}.${ending}`;
}

export function saveFile(name, mime, content) {
  const address = URL.createObjectURL(new Blob([content], { type: mime }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
