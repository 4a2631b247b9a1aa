/** Short sounds, fetched when the first one is wanted. */

export type Sound = "move" | "capture" | "flip" | "check" | "end" | "tick";

const made = new Map<Sound, HTMLAudioElement>();

/** Plays it from the start. A browser that does not allow it before a click stays silent. */
export function play(sound: Sound): void {
  let audio = made.get(sound);
  if (!audio) {
    audio = new Audio(`sounds/${sound}.wav`);
    made.set(sound, audio);
  }
  audio.currentTime = 0;
  audio.play().catch(() => undefined);
}
