/* Small sounds for a push, a box on its goal, a key that does nothing, a win. Off until they are asked for; made on the
   spot, so there is nothing to load. */

import { keep, recall } from "./store.js";

const TONES = {
  push: [[150, 0.06, "triangle"]],
  goal: [
    [520, 0.07, "sine"],
    [780, 0.1, "sine"],
  ],
  no: [[90, 0.07, "square"]],
  win: [
    [523, 0.12, "sine"],
    [659, 0.12, "sine"],
    [784, 0.12, "sine"],
    [1047, 0.28, "sine"],
  ],
};
const LOUD = 0.08;

let on = recall("sound", false);
let context = null;

export const soundIsOn = () => on;

export function turnSound(value) {
  keep("sound", (on = value));
  if (on) play("goal");
}

/** Plays one of the sounds, if they are on. */
export function play(name) {
  if (!on) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [frequency, seconds, type] of TONES[name]) {
    const tone = new OscillatorNode(context, { frequency, type });
    const volume = new GainNode(context, { gain: LOUD });
    volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds + 0.05);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds + 0.05);
    at += seconds;
  }
}
