/* Zoom and pan: which part of a board the window shows.

   The SVG fills its stage; the camera sets its viewBox. At zoom 1 the whole board fits, and a small board is not blown up
   beyond LARGEST. Nothing else knows about zoom: cells are found through the SVG's own matrix. */

import { button, h } from "./dom.js";

const LARGEST = 1.5; // pixels of the page to a unit; a cell has 64 units
const MOST = 12; // zoom
const EDGE = 130; // units to the edge of the window at which the camera follows the player

export class Camera {
  /** `bounds()` gives {x, y, width, height} of the board, in units. */
  constructor(element, bounds) {
    this.element = element;
    this.bounds = bounds;
    this.zoom = 1;
    this.middle = null; // of what is seen, in units; null: of the board
    this.resize = new ResizeObserver(() => this.draw());
    this.resize.observe(element);
  }

  close() {
    this.resize.disconnect();
  }

  get zoomed() {
    return this.zoom > 1;
  }

  #scale() {
    const { width, height } = this.bounds();
    const { clientWidth, clientHeight } = this.element;
    return Math.min(clientWidth / width, clientHeight / height, LARGEST) * this.zoom;
  }

  draw() {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || !clientHeight) return;
    const { x, y, width, height } = this.bounds();
    const scale = this.#scale();
    const [wide, tall] = [clientWidth / scale, clientHeight / scale];
    this.middle ??= [x + width / 2, y + height / 2];
    // Never further than the edge of the board; where the board is smaller than the window, in its middle.
    const within = (value, least, size, seen) =>
      seen >= size ? least + size / 2 : Math.min(Math.max(value, least + seen / 2), least + size - seen / 2);
    this.middle = [within(this.middle[0], x, width, wide), within(this.middle[1], y, height, tall)];
    const [left, top] = [this.middle[0] - wide / 2, this.middle[1] - tall / 2];
    this.seen = { left, top, wide, tall };
    this.element.setAttribute("viewBox", `${left} ${top} ${wide} ${tall}`);
  }

  fit() {
    this.zoom = 1;
    this.middle = null;
    this.draw();
  }

  /** Zooms so that the point of the page stays where it is; without a point, the middle does. */
  zoomBy(factor, clientX = null, clientY = null) {
    const before = this.#scale();
    this.zoom = Math.min(MOST, Math.max(1, this.zoom * factor));
    const change = 1 / before - 1 / this.#scale();
    if (clientX !== null) {
      const { left, top, width, height } = this.element.getBoundingClientRect();
      this.middle[0] += (clientX - left - width / 2) * change;
      this.middle[1] += (clientY - top - height / 2) * change;
    }
    this.draw();
  }

  /** Moves the board by pixels of the page. */
  pan(x, y) {
    const scale = this.#scale();
    this.middle = [this.middle[0] - x / scale, this.middle[1] - y / scale];
    this.draw();
  }

  /** Keeps a point of the board in sight. */
  follow(x, y) {
    if (!this.zoomed || !this.seen) return;
    const { left, top, wide, tall } = this.seen;
    const [a, b] = [Math.min(EDGE, wide / 3), Math.min(EDGE, tall / 3)];
    const nearer = (value, least, size, edge) =>
      value < least + edge ? value - least - edge : value > least + size - edge ? value - least - size + edge : 0;
    const [right, down] = [nearer(x, left, wide, a), nearer(y, top, tall, b)];
    if (!right && !down) return;
    this.middle = [this.middle[0] + right, this.middle[1] + down];
    this.draw();
  }
}

/** The buttons over the board: smaller, whole board, larger, full screen. `more` are shown in full screen only.
    `stage()` is what fills the screen. */
export function cameraButtons(camera, stage, more = []) {
  const full = button("full", "Full screen", () => fullScreen(stage()), { bare: true, key: "F" });
  return h(
    "div",
    { class: "camera", role: "group", "aria-label": "Zoom" },
    h("span", { class: "full-only" }, more),
    button("minus", "Zoom out", () => camera.zoomBy(1 / 1.4), { bare: true, key: "−" }),
    button("fit", "Whole board", () => camera.fit(), { bare: true, key: "0" }),
    button("plus", "Zoom in", () => camera.zoomBy(1.4), { bare: true, key: "+" }),
    document.fullscreenEnabled && full,
  );
}

export function fullScreen(stage) {
  if (document.fullscreenElement) document.exitFullscreen();
  else stage.requestFullscreen().catch(() => {});
}

/** Keys of the camera. Returns whether the key was one of them. */
export function cameraKey(event, camera, stage) {
  if (event.key === "+" || event.key === "=") camera.zoomBy(1.4);
  else if (event.key === "-") camera.zoomBy(1 / 1.4);
  else if (event.key === "0") camera.fit();
  else if (event.key === "f" || event.key === "F") fullScreen(stage);
  else return false;
  return true;
}

/** The wheel and two fingers zoom; one pointer is left to others. */
export function zoomByTouch(stage, camera) {
  const fingers = new Map();
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    camera.zoomBy(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  });
  stage.addEventListener("pointerdown", (event) => fingers.set(event.pointerId, [event.clientX, event.clientY]));
  stage.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    fingers.set(event.pointerId, now);
    if (fingers.size === 2) pinch(camera, before, now, [...fingers].find(([id]) => id !== event.pointerId)[1]);
  });
  for (const name of ["pointerup", "pointercancel"])
    stage.addEventListener(name, (event) => fingers.delete(event.pointerId));
}

/** One of two fingers has moved: the board follows both. */
export function pinch(camera, before, now, other) {
  const distance = ([x, y]) => Math.max(20, Math.hypot(x - other[0], y - other[1]));
  camera.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  camera.zoomBy(distance(now) / distance(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
}
