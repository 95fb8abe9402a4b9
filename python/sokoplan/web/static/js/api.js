/* The JSON API of the server, one function per address. Each returns a promise; an error response becomes a Refusal.

   A site without a server (`sokoplan web --static`) has what the server would answer as files; a few things the page
   then does by itself (offline.js), and the rest is refused. Addresses are relative: the site may be in any folder. */

export const STATIC = document.querySelector("meta[name=sokoplan-static]") !== null;

/** An error response for a person: one sentence, perhaps a hint, perhaps the line of text that is wrong. */
export class Refusal extends Error {
  constructor({ sentence, hint = "", line = null, column = null, text = "" }, status = 0) {
    super(sentence);
    Object.assign(this, { sentence, hint, line, column, text, status });
  }

  get words() {
    const place = this.line ? `Line ${this.line}: ` : "";
    return [place + this.sentence, this.hint].filter(Boolean).map(sentenceCase).join(" ");
  }
}

function sentenceCase(text) {
  const ended = /[.!?)]$/.test(text) ? text : `${text}.`;
  return ended[0].toUpperCase() + ended.slice(1);
}

async function call(method, path, body, signal) {
  let response;
  if (STATIC && method !== "GET") throw new Refusal(NO_SERVER);
  try {
    const headers = body === undefined ? {} : { "Content-Type": "application/json" };
    response = await fetch(STATIC ? `.${path}.json` : `.${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal({ sentence: "the server does not answer", hint: "Is `sokoplan web` still running?" });
  }
  if (STATIC && response.status === 404) throw new Refusal({ sentence: "level not found" }, 404);
  if (response.status === 204) return null;
  const data = await response.json().catch(() => null);
  if (response.ok) return data;
  const error = data?.error ?? { sentence: `the server answered with an error (${response.status})` };
  throw new Refusal(error, response.status);
}

const NO_SERVER = {
  sentence: "this site has no solver of its own",
  hint: "Run `sokoplan web` on your machine to solve anything.",
};

/** What the page does itself on a site without a server. */
const offline =
  (name) =>
  async (...values) =>
    (await import("./offline.js"))[name](...values);

let aboutOnce = null;
export const about = () => (aboutOnce ??= call("GET", "/api/about"));
export const levels = () => call("GET", "/api/levels");
export const level = (id) => call("GET", `/api/levels/${encodeURIComponent(id)}`);
export const collection = (id) => call("GET", `/api/collections/${encodeURIComponent(id)}`);
export const readText = STATIC
  ? offline("readText")
  : (text, name, reading) => call("POST", "/api/levels", { text, name, reading });
export const readBytes = STATIC
  ? offline("readBytes")
  : (bytes, name) => call("POST", "/api/levels", { base64: base64Of(bytes), name });
export const check = STATIC ? offline("check") : (level, signal) => call("POST", "/api/check", { level }, signal);
export const warn = (level, signal) => call("POST", "/api/warn", { level }, signal);
export const packing = (level, signal) => call("POST", "/api/packing", { level }, signal);
export const exported = STATIC
  ? offline("exported")
  : (level, format) => call("POST", "/api/export", { level, format });
export const rendered = (level, lurd, as, theme) => call("POST", "/api/render", { level, lurd, as, theme });
export const logic = (level, lurd, step, cell, signal) =>
  call("POST", "/api/logic", { level, lurd, step, cell }, signal);
export const keptAll = (store) => call("GET", `/api/profile/${store}`);
export const kept = (store, key) => call("GET", `/api/profile/${store}/${encodeURIComponent(key)}`);
export const keep = (store, change) => call("POST", `/api/profile/${store}`, change);
export const options = (level, objective, all) => call("POST", "/api/options", { level, objective, all });
export const startJob = (request) => call("POST", "/api/jobs", request);
export const generated = (recipe) => call("POST", "/api/generate", recipe);
export const startCheck = (request) => call("POST", "/api/checks", request);
export const stopJob = (id) => call("DELETE", `/api/jobs/${encodeURIComponent(id)}`);
export const jobEvents = (id) => new EventSource(`./api/jobs/${encodeURIComponent(id)}/events`);

function base64Of(bytes) {
  let binary = "";
  for (let start = 0; start < bytes.length; start += 8192)
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return btoa(binary);
}
