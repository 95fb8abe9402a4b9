/* Files dropped on a page. What reads them is loaded for the first one. */

/** Files that are dropped anywhere are added, whichever page is open or about to be: the browser would leave the app and
    show the file instead. */
export function acceptDrops(done) {
  const dropped = (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return; // text that is dragged into a field, say
    event.preventDefault();
    document.body.classList.toggle("dropping", event.type === "dragover");
    if (event.type !== "drop") return;
    document.querySelector("dialog.add")?.close();
    const files = [...event.dataTransfer.files]; // taken now: once the event is over the browser forgets them
    import("./add.js").then(({ addFiles }) => addFiles(files, done));
  };
  for (const name of ["dragover", "dragleave", "drop"]) addEventListener(name, dropped);
}
