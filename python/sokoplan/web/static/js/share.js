/* Links that contain a level, and perhaps a plan, so that no server has to store them.

       #play/level=<base64url>&plan=rrUd     the level: its JSON without empty fields, deflated

   A link is untrusted: its size is limited while it is unpacked, and its content is checked before use. */

import { emptyLevel, misshapen } from "./level.js";

const MOST_BYTES = 400_000;

export async function linkFor(page, level, plan = "") {
  const packed = await pack(JSON.stringify(slim(level)));
  const keys = plan ? `&plan=${plan}` : "";
  return `#${page}/level=${packed}${keys}`;
}

/** {level, plan} of the part after the name of the page. Throws an Error with a sentence. */
export async function openLink(part) {
  const fields = new URLSearchParams(part);
  let level;
  try {
    level = whole(JSON.parse(await unpack(fields.get("level") ?? "")));
  } catch {
    throw new Error("This link is damaged: the level in it cannot be read.");
  }
  const wrong = misshapen(level);
  if (wrong) throw new Error(`This link is damaged. ${wrong}`);
  return { level, plan: (fields.get("plan") ?? "").replace(/[^udlr]/gi, "") };
}

/** The level that `slim` made small; nothing else in the data is taken over. */
export function whole(data) {
  const empty = emptyLevel(data.game, data.height, data.width);
  return Object.fromEntries(Object.keys(empty).map((name) => [name, data[name] ?? empty[name]]));
}

/** Without what is empty, and without comments, solutions and options. */
export function slim(level) {
  const { comments, solutions, options, ...rest } = level;
  const kept = Object.entries(rest).filter(
    ([, value]) => value !== null && value !== "" && value !== false && value.length !== 0,
  );
  return Object.fromEntries(kept);
}

async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(packed) {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    size += piece.value.length;
    if (size > MOST_BYTES) throw new Error("too large");
    parts.push(piece.value);
  }
  return new Blob(parts).text();
}
