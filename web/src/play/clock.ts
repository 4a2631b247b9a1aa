/** Clocks of both sides. The engine's runs as a person's does: from the moment it is to move. */

import type { Color, Limits, Pair } from "../api/types.ts";

/** In milliseconds. Byoyomi is the time for a move once the base time is used up. */
export interface TimeControl {
  base: number;
  increment: number;
  byoyomi: number;
}

export const other = (color: Color): Color => (color === "black" ? "white" : "black");
const index = (color: Color): 0 | 1 => (color === "black" ? 0 : 1);

export interface ClockState {
  controls: [TimeControl, TimeControl];
  remaining: Pair;
}

export class Clock {
  private readonly controls: [TimeControl, TimeControl];
  private remaining: Pair;
  private since = 0;
  running: Color | null = null;

  constructor(state: ClockState) {
    this.controls = state.controls;
    this.remaining = [...state.remaining];
  }

  static fresh(black: TimeControl, white: TimeControl): Clock {
    return new Clock({ controls: [black, white], remaining: [black.base, white.base] });
  }

  get state(): ClockState {
    return { controls: this.controls, remaining: this.times() };
  }

  /** Starts the clock of one side; the other's stands still. */
  start(color: Color): void {
    this.running = color;
    this.since = performance.now();
  }

  /** Stops without a move, and keeps what has run. */
  pause(): void {
    if (this.running) this.remaining[index(this.running)] = Math.max(0, this.main(this.running));
    this.running = null;
  }

  /** The side has moved: takes what it used, gives its increment. False when its time was over. */
  press(color: Color): boolean {
    if (this.running !== color) return true;
    const { increment } = this.controls[index(color)];
    const inTime = this.left(color) > 0;
    this.remaining[index(color)] = Math.max(0, this.main(color)) + increment;
    this.running = null;
    return inTime;
  }

  /** Base time left now; below zero when it runs in byoyomi. */
  private main(color: Color): number {
    const used = this.running === color ? performance.now() - this.since : 0;
    return this.remaining[index(color)] - used;
  }

  inByoyomi(color: Color): boolean {
    return this.main(color) <= 0 && this.controls[index(color)].byoyomi > 0;
  }

  /** Milliseconds until the flag falls. */
  left(color: Color): number {
    return this.main(color) + this.controls[index(color)].byoyomi;
  }

  /** What the clock shows: base time, then byoyomi. */
  shown(color: Color): number {
    return Math.max(0, this.inByoyomi(color) ? this.left(color) : this.main(color));
  }

  times(): Pair {
    return [Math.max(0, this.main("black")), Math.max(0, this.main("white"))];
  }

  /** Sets both, as after a take-back. */
  set(times: Pair): void {
    this.remaining = [...times];
    if (this.running) this.since = performance.now();
  }

  /** What the engine is told: a little less than it has, for the way to it and back is its own time too. */
  limits(): Limits {
    const [black, white] = this.controls;
    const [blackLeft, whiteLeft] = this.times();
    const main = (left: number, byoyomi: number): number => (byoyomi ? Math.round(left) : spare(left));
    return {
      clock: {
        remaining: [main(blackLeft, black.byoyomi), main(whiteLeft, white.byoyomi)],
        increment: [black.increment, white.increment],
        byoyomi: [spare(black.byoyomi), spare(white.byoyomi)],
      },
    };
  }
}

/** Less by a twentieth and by 50 ms, but not by more than 250. */
const spare = (ms: number): number => Math.max(0, Math.round(ms - Math.min(250, 50 + ms / 20)));

/** `4:05`, `1:00:00`; tenths below ten seconds. */
export function clockText(ms: number): string {
  if (ms < 10_000) return `0:${(Math.floor(ms / 100) / 10).toFixed(1).padStart(4, "0")}`;
  const seconds = Math.floor(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
