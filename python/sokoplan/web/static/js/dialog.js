/* A dialog with a title and a button to close it. */

import { button, h } from "./dom.js";

let dialogs = 0;

/** Opens it, and gives its element; once closed it is gone. It is closed with the page it was opened on, unless it is of the
    kind "stays". */
export function openDialog(title, parts, kind = "") {
  const id = `dialog-${++dialogs}`;
  const dialog = h(
    "dialog",
    { class: `card ${kind}`.trim(), "aria-labelledby": id, onclose: () => dialog.remove() },
    h(
      "header",
      {},
      h("h2", { id }, title),
      button("close", "Close", () => dialog.close(), { bare: true, class: "quiet" }),
    ),
    [parts].flat(Infinity).filter(Boolean),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
