/* What a page does by itself on a site without a server: it reads and writes SOK and our own JSON, and checks a level
   that is being drawn. The answers have the shape of the server's, which knows far more formats and problems. */

import { Refusal } from "./api.js";
import { emptyLevel, fingerprint, levelOfRows, misshapen, rowsOf } from "./level.js";
import { readSok, writeSok } from "./sok.js";

export async function readText(text, name = "", reading = "end") {
  const levels = text.trimStart().match(/^[[{]/) ? fromJson(text) : fromSok(text, reading);
  const remarks = [];
  const good = levels.filter((level, index) => {
    const [first] = problemsOf(level);
    if (first) remarks.push(`${level.title || `Level ${index + 1}`}: ${first}; it was skipped.`);
    return !first;
  });
  if (!good.length)
    throw new Refusal({ sentence: remarks[0] ?? "this is not a level", hint: "This site reads XSB, SOK and JSON." });
  return {
    levels: good.map((level) => ({ level, card: { rows: rowsOf(level), print: fingerprint(level) } })),
    remarks,
  };
}

export const readBytes = (bytes, name) => readText(new TextDecoder().decode(bytes), name);

function fromSok(text, reading) {
  const { collection, author, levels } = readSok(text);
  return levels.map(({ rows, title, author: who, solutions }) => {
    const level = levelOfRows("sokoban", rows);
    return { ...level, reading, title, author: who || author, collection, solutions };
  });
}

function fromJson(text) {
  try {
    const data = JSON.parse(text);
    return (Array.isArray(data) ? data : [data]).map((one) => ({
      ...emptyLevel(one.game, one.height, one.width),
      ...one,
    }));
  } catch {
    throw new Refusal({ sentence: "this JSON cannot be read" });
  }
}

/** What is wrong with a level, as sentences. */
function problemsOf(level) {
  if (!level.player) return ["there is no player"];
  const wrong = misshapen(level);
  if (wrong) return [wrong.replace(/\.$/, "")];
  const player = String(level.player);
  if ([...level.walls, ...level.boxes].some((cell) => String(cell) === player)) return ["the player stands in something"];
  return MISSING[level.game](level);
}

/** What each game needs, as sentences about what is missing. */
const MISSING = {
  sokoban({ boxes, goals }) {
    if (!boxes.length) return ["there are no boxes"];
    return boxes.length > goals.length ? ["there are more boxes than goals"] : [];
  },
  sink({ boxes, sinks, holes }) {
    if (!boxes.length) return ["there are no boxes"];
    if (sinks.length && holes.length) return ["there are both sinks and holes"];
    if (!sinks.length && !holes.length) return ["there is no sink and no hole"];
    return holes.length > boxes.length ? ["there are more holes than boxes"] : [];
  },
  helltaker({ demonesses, limit }) {
    if (!demonesses.length) return ["there is no demoness"];
    return limit === null ? ["there is no move limit"] : [];
  },
};

export async function check(level) {
  const problems = problemsOf(level).map((sentence) => ({ sentence, hint: "", cell: null }));
  return { problems, remarks: [], dead: [], refused: {} };
}

export async function exported(level, format) {
  const json = format === "json";
  const words = { rows: rowsOf(level), title: level.title, author: level.author, solutions: level.solutions };
  const text = json ? `${JSON.stringify(level)}\n` : writeSok({}, [words]);
  return { files: [{ name: `level.${json ? "json" : "xsb"}`, mime: "text/plain", text }] };
}
