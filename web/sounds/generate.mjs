// Generates the sounds of the page as `web/src/sounds/*.wav`: 16 bits, one channel. Run it by hand
// (`node generate.mjs`). The files are committed, and the output is reproducible.

import { mkdirSync, writeFileSync } from "node:fs";

const RATE = 22050;
const OUT = new URL("../src/sounds/", import.meta.url);

/** Returns an empty track of a given length in seconds. */
const silence = (seconds) => new Float64Array(Math.round(seconds * RATE));

/** Returns a deterministic noise generator with values from -1 to 1. */
function noise() {
  let state = 20250001;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Adds the sound of a piece placed on a wooden board: a short knock with resonances. */
function addKnock(track, at, pitch, strength) {
  const hiss = noise();
  const start = Math.round(at * RATE);
  for (let i = 0; start + i < track.length; i++) {
    const t = i / RATE;
    const attack = Math.min(1, t / 0.0008);
    const wood =
      Math.sin(2 * Math.PI * pitch * t) * Math.exp(-t * 55) +
      0.6 * Math.sin(2 * Math.PI * pitch * 2.37 * t) * Math.exp(-t * 90) +
      0.35 * Math.sin(2 * Math.PI * pitch * 0.5 * t) * Math.exp(-t * 40);
    track[start + i] += strength * attack * (wood + 0.5 * hiss() * Math.exp(-t * 320));
  }
}

/** Adds a soft tone with two overtones. */
function addTone(track, at, pitch, strength, decay) {
  const start = Math.round(at * RATE);
  for (let i = 0; start + i < track.length; i++) {
    const t = i / RATE;
    const attack = Math.min(1, t / 0.004);
    const wave =
      Math.sin(2 * Math.PI * pitch * t) +
      0.25 * Math.sin(4 * Math.PI * pitch * t) +
      0.1 * Math.sin(6 * Math.PI * pitch * t);
    track[start + i] += strength * attack * wave * Math.exp(-t * decay);
  }
}

/** Encodes a track as a WAV file, with a short fade-out so that it does not click. */
function encodeWav(track) {
  const fade = Math.round(0.02 * RATE);
  const bytes = Buffer.alloc(44 + track.length * 2);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(track.length * 2, 40);
  track.forEach((value, i) => {
    const faded = value * Math.min(1, (track.length - i) / fade);
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, faded)) * 32767), 44 + 2 * i);
  });
  return bytes;
}

const sounds = {
  move: [0.13, (track) => addKnock(track, 0, 980, 0.28)],
  capture: [0.2, (track) => {
    addKnock(track, 0, 820, 0.3);
    addKnock(track, 0.055, 1120, 0.22);
  }],
  flip: [0.24, (track) => {
    addKnock(track, 0, 980, 0.25);
    addTone(track, 0.03, 1318.5, 0.06, 18);
    addTone(track, 0.09, 1760, 0.06, 18);
  }],
  check: [0.3, (track) => {
    addKnock(track, 0, 980, 0.22);
    addTone(track, 0.02, 880, 0.12, 12);
  }],
  end: [0.44, (track) => {
    addTone(track, 0, 523.25, 0.1, 6);
    addTone(track, 0.06, 659.25, 0.1, 6);
    addTone(track, 0.12, 783.99, 0.1, 6);
  }],
  tick: [0.05, (track) => addKnock(track, 0, 1900, 0.1)],
};

mkdirSync(OUT, { recursive: true });
for (const [name, [seconds, fill]] of Object.entries(sounds)) {
  const track = silence(seconds);
  fill(track);
  const bytes = encodeWav(track);
  writeFileSync(new URL(`${name}.wav`, OUT), bytes);
  const peak = track.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  console.log(`${name}: ${bytes.length} bytes, peak ${peak.toFixed(2)}`);
}
