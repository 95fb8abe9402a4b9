// Browsers start no worker for a page that was opened as a file. There, the search of the site runs in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const waiting = [];
      this.waiting = waiting;
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.srcdoc =
        "<script>" +
        "const toPage = parent.postMessage.bind(parent);" +
        "window.postMessage = (data) => toPage({worker: data}, '*');" +
        "window.importScripts = () => Promise.resolve();" +
        "addEventListener('message', (event) => {" +
        "  if (event.source === parent && event.data.page === undefined) event.stopImmediatePropagation();" +
        "});" +
        "const add = window.addEventListener.bind(window);" +
        "window.addEventListener = (kind, listen, ...more) =>" +
        "  add(kind, kind === 'message' ? (event) => listen({data: event.data.page}) : listen, ...more);" +
        "</script><script src=\"" + url + "\"></script>";
      frame.addEventListener("load", () => {
        this.frame = frame.contentWindow;
        for (const data of waiting) this.postMessage(data);
      });
      addEventListener("message", (event) => {
        if (event.source === frame.contentWindow && "worker" in event.data) {
          this.dispatchEvent(new MessageEvent("message", { data: event.data.worker }));
        }
      });
      document.body.append(frame);
    }

    postMessage(data) {
      if (!this.frame) this.waiting.push(data);
      else window.postMessage.call(this.frame, { page: data }, "*");
    }

    terminate() {}
  };
}
