/* One job of the server: asked, watched, stopped.

   Comes in:  a request {level, engine, objective, seconds, ...}; a function for events.
   Goes out:  {finished, stop}: `finished` gives {result} or {refusal: "a sentence"}, and never fails. */

import * as api from "./api.js";

const STOP_PATIENCE = 4000;

export function runJob(request, onEvent) {
  let id = null;
  let source = null;
  let stopped = false;
  let end;
  let over = false;
  const finished = new Promise((resolve) => (end = resolve)).finally(() => {
    over = true;
    source?.close();
  });

  async function start() {
    try {
      ({ id } = await api.startJob(request));
    } catch (error) {
      const wait = error.retryAfter ? ` Try again in ${error.retryAfter} s.` : "";
      return end({ refusal: (error.words ?? error.message) + wait });
    }
    if (stopped) return stop();
    source = api.jobEvents(id);
    source.onmessage = ({ data }) => {
      const event = JSON.parse(data);
      onEvent(event);
      if (event.type === "done") end({ result: event.result });
      if (event.type === "failed") end({ refusal: new api.Refusal(event.error).words });
    };
    // The browser would try again, but the server ends a job that nobody listens to.
    source.onerror = () => end({ refusal: stopped ? "Stopped." : "The connection to the server was lost." });
  }

  async function stop() {
    stopped = true;
    if (over || id === null) return; // nothing to stop, or not yet: then `start` does it
    await api.stopJob(id).catch(() => {});
    setTimeout(() => end({ refusal: "Stopped." }), STOP_PATIENCE);
  }

  start();
  return { finished, stop };
}
