/* Light or dark, as chosen earlier; without a choice, as the system says. css/palette.css reads data-theme on <html>.
   This is a plain script, which runs before anything is painted, so that the page never flashes in the wrong colours. */

(() => {
  try {
    const chosen = JSON.parse(localStorage.getItem("sokoplan.theme") ?? "null");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // No storage, or a broken entry: follow the system.
  }
})();
