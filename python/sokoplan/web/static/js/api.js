/* The JSON API of the server, one function per address. Each returns a promise; an error response becomes a Refusal. */

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
  try {
    const headers = body === undefined ? {} : { "Content-Type": "application/json" };
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal({ sentence: "the server does not answer", hint: "Is `sokoplan web` still running?" });
  }
  if (response.status === 204) return null;
  const data = await response.json().catch(() => null);
  if (response.ok) return data;
  const error = data?.error ?? { sentence: `the server answered with an error (${response.status})` };
  throw new Refusal(error, response.status);
}

let aboutOnce = null;
export const about = () => (aboutOnce ??= call("GET", "/api/about"));
export const levels = () => call("GET", "/api/levels");
export const level = (id) => call("GET", `/api/levels/${encodeURIComponent(id)}`);
export const readText = (text, name, reading) => call("POST", "/api/levels", { text, name, reading });
export const check = (level, signal) => call("POST", "/api/check", { level }, signal);
export const warn = (level, signal) => call("POST", "/api/warn", { level }, signal);
export const exported = (level, format) => call("POST", "/api/export", { level, format });
export const rendered = (level, lurd, as, theme) => call("POST", "/api/render", { level, lurd, as, theme });
export const logic = (level, lurd, step, cell, signal) =>
  call("POST", "/api/logic", { level, lurd, step, cell }, signal);
export const options = (level, objective, all) => call("POST", "/api/options", { level, objective, all });
export const startJob = (request) => call("POST", "/api/jobs", request);
export const stopJob = (id) => call("DELETE", `/api/jobs/${encodeURIComponent(id)}`);
export const jobEvents = (id) => new EventSource(`/api/jobs/${encodeURIComponent(id)}/events`);
