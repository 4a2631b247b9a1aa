/** Sound effects. Each file is loaded when it is first played. */

export type Sound = "move" | "capture" | "flip" | "check" | "end" | "tick";

const loaded = new Map<Sound, HTMLAudioElement>();

/** Plays a sound from its start. The volume is in percent. Does nothing if the browser blocks audio before the first click. */
export function play(sound: Sound, volume: number): void {
  let audio = loaded.get(sound);
  if (!audio) {
    audio = new Audio(`sounds/${sound}.wav`);
    loaded.set(sound, audio);
  }
  audio.volume = volume / 100;
  audio.currentTime = 0;
  audio.play().catch(() => undefined);
}
