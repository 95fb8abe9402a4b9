/* Small helpers for making elements.

   Text always becomes a text node. Nothing in the app writes innerHTML, so a level's title can be anything. */

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: h("button", {class: "quiet", onclick: f}, "Undo"). */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in PROPERTIES) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

// Set as properties, because the attribute of the same name only sets the initial value.
const PROPERTIES = { value: 1, checked: 1, disabled: 1, selected: 1, hidden: 1 };

/** An icon from icons.svg; the words beside it, or the button's label, say what it means. */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));
}

/** A button with an icon and words; with `bare` the words are only its label. */
export function button(name, words, onclick, options = {}) {
  const { bare = false, key = "", ...rest } = options;
  const title = key ? `${words} (${key})` : bare ? words : null;
  const label = bare ? [] : [h("span", {}, words)];
  return h(
    "button",
    { type: "button", "aria-label": bare ? words : null, title, onclick, ...rest },
    name && icon(name),
    label,
  );
}

/** A labelled choice. `choices` are [value, words], or [value, words, true] for one that is disabled. */
export function choice(words, choices, value, onchange) {
  const select = h("select", { onchange: () => onchange(select.value) });
  for (const [name, text, disabled = false] of choices)
    select.append(h("option", { value: name, selected: name === value, disabled }, text));
  select.value = value;
  return field(words, select);
}

let fields = 0;

/** A control with its label. They are tied by id: a control inside its label would be part of its own name. */
export function field(words, control, kind = "") {
  control.id = `field-${++fields}`;
  return h("div", { class: `field ${kind}`.trim() }, h("label", { for: control.id }, words), control);
}

/** A labelled switch. */
export function toggle(words, checked, onchange) {
  const box = h("input", { type: "checkbox", role: "switch", checked, onchange: () => onchange(box.checked) });
  return h("label", { class: "switch" }, box, h("span", {}, words));
}

/** `1 push`, `2 pushes`. */
export function count(number, word) {
  const plural = { box: "boxes", push: "pushes", demoness: "demonesses" }[word] ?? `${word}s`;
  return `${number.toLocaleString("en")} ${number === 1 ? word : plural}`;
}

/** Calls `work` once `milliseconds` have passed without another call. */
export function later(work, milliseconds) {
  let timer = 0;
  const run = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), milliseconds);
  };
  run.cancel = () => clearTimeout(timer);
  return run;
}

/** Shows a message for a while, and reads it to screen readers. With `undo` it has an Undo button. */
export function say(words, kind = "note", undo = null) {
  const place = document.getElementById("messages");
  const message = h("p", { class: `message ${kind}` }, words);
  if (undo) message.append(h("button", { type: "button", onclick: () => (message.remove(), undo()) }, "Undo"));
  place.append(message);
  while (place.children.length > 3) place.firstChild.remove();
  // Time to read it, and to reach its button; it stays while it has the pointer or the focus.
  const fade = () => (message.matches(":hover, :focus-within") ? setTimeout(fade, 1000) : message.remove());
  setTimeout(fade, undo ? 20_000 : kind === "wrong" ? 12_000 : 6_000);
}

/** Copies a text to the clipboard, and says so. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    say("The browser does not allow copying. Select the text instead.", "wrong");
  }
}
