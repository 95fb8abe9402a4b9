/* One job of the server: started, listened to, stopped. */

import * as api from "./api.js";

const STOP_TIMEOUT = 4000; // milliseconds

/** {finished, stop}. `finished` is a promise of {result} or of {refusal: "a sentence"}, and is never rejected. `begin` asks the
    server for the job: by default one that solves. */
export function runJob(request, onEvent, begin = api.startJob) {
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
      ({ id } = await begin(request));
    } catch (error) {
      return end({ refusal: error.words ?? error.message });
    }
    if (stopped) return stop();
    source = api.jobEvents(id);
    source.onmessage = ({ data }) => {
      const event = JSON.parse(data);
      onEvent(event);
      if (event.type === "done") end({ result: event.result });
      if (event.type === "checked") end({ result: event });
      if (event.type === "failed") end({ refusal: new api.Refusal(event.error).words });
    };
    // The browser would reconnect, but the server stops a job that has no listener.
    source.onerror = () => end({ refusal: stopped ? "Stopped." : "The connection to the server was lost." });
  }

  async function stop() {
    stopped = true;
    if (over || id === null) return; // nothing to stop, or not yet started: then `start` stops it
    await api.stopJob(id).catch(() => {});
    setTimeout(() => end({ refusal: "Stopped." }), STOP_TIMEOUT);
  }

  start();
  return { finished, stop };
}
