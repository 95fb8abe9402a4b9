/* Which page is open: the part of the address behind #.

   The hash is #library, #set/ID, #draw, #play/ID or #watch/level=...&plan=...; the open page also gets the keys.

   A page is {open(root, tab, ref), show?(tab, ref), close?(), key?(event), theme?(), reload?()}; play, solve, watch and logic
   are tabs of one page, so that the board stays when the tab changes. A page may be left while it waits for something;
   its root is then no longer connected, and it must do nothing more.

   `data-shown` on the root of all pages is the address that is shown, once it is shown. */

import { STATIC } from "./api.js";
import { h } from "./dom.js";
import { recall, keep } from "./store.js";

/** The tabs of a level. What needs a solver is left out where there is none. */
export const LEVEL_TABS = ["play", "solve", "watch", "logic"].filter(
  (tab) => !STATIC || tab === "play" || tab === "watch",
);

export function parse(hash) {
  const [tab, ref = ""] = hash.replace(/^#/, "").split(/\/(.*)/s);
  return { tab: tab || "library", ref };
}

export const to = (tab, id) => `#${tab}/${encodeURIComponent(id)}`;

let current = null;

/** The page that is open. */
export const currentPage = () => current;

export function startRouter(root, pages) {
  let currentName = "";
  let turns = 0; // of the pages; the last one wins
  let first = true;

  async function go() {
    const { tab, ref } = parse(location.hash);
    const name = LEVEL_TABS.includes(tab) ? "level" : tab in pages ? tab : "library";
    if (name === "level" && !ref) return void location.replace(recall("lastLevel", null) ?? "#library");
    if (name === "level" && ref.length < 2000) keep("lastLevel", location.hash);
    markLinks(name);
    if (name === currentName && current?.show?.(tab, ref)) return void (root.dataset.shown = location.hash);
    root.setAttribute("aria-busy", "true");
    for (const dialog of document.querySelectorAll("dialog[open]:not(.stays)")) dialog.close(); // of the old page
    current?.close?.();
    // Each page has an element of its own: one that is still loading when another opens cannot draw into it.
    const place = h("div", { class: "place-of-page" });
    root.replaceChildren(place);
    currentName = name;
    current = null;
    const turn = ++turns;
    const page = await pages[name]();
    if (turn !== turns) return;
    current = page;
    await page.open(place, tab, ref);
    if (turn !== turns) return; // another page was opened meanwhile, and has the focus
    root.removeAttribute("aria-busy");
    root.dataset.shown = location.hash;
    scrollTo(0, 0);
    if (!first) root.focus({ preventScroll: true }); // so that a screen reader starts at the new page
    first = false;
  }

  addEventListener("hashchange", go);
  addEventListener("keydown", (event) => {
    if (!event.defaultPrevented && !typing(event) && !document.querySelector("dialog[open]")) current?.key?.(event);
  });
  return go();
}

/** Whether a key belongs to the control that has the focus. */
function typing(event) {
  const { target, key } = event;
  if (event.altKey || ((event.ctrlKey || event.metaKey) && !"zZyY".includes(key))) return true;
  if (target.matches("textarea, select, input:not([type=checkbox])")) return true;
  return target.matches("button, a, summary, input, [role=tab]") && (key === " " || key === "Enter");
}

function markLinks(name) {
  for (const link of document.querySelectorAll("#pages a")) {
    const page = link.dataset.page ?? link.getAttribute("href").slice(1);
    if (page === (name === "set" ? "library" : name)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}
