/* Light or dark, before anything is painted; a plain script, so that the page never flashes in the wrong one.

   Comes in:  what the person chose earlier ("light", "dark", or nothing: as the system says).
   Goes out:  data-theme on <html>, which css/palette.css reads. */

(() => {
  try {
    const chosen = JSON.parse(localStorage.getItem("sokoplan.theme") ?? "null");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // No storage, or a broken entry: the system's choice is a fine one.
  }
})();
