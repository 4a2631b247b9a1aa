/** The game clock of both sides. */

import type { Color, Limits, Pair } from "../api/types.ts";

/** Time control of one side, in milliseconds. Byoyomi is the time per move after the base time. */
export interface TimeControl {
  base: number;
  increment: number;
  byoyomi: number;
}

export const opposite = (color: Color): Color => (color === "black" ? "white" : "black");
const index = (color: Color): 0 | 1 => (color === "black" ? 0 : 1);

export interface ClockState {
  controls: [TimeControl, TimeControl];
  remaining: Pair;
}

export class Clock {
  private readonly controls: [TimeControl, TimeControl];
  /** Base time left when the clock last started, in milliseconds. */
  private remaining: Pair;
  private startedAt = 0;
  running: Color | null = null;

  constructor(state: ClockState) {
    this.controls = state.controls;
    this.remaining = [...state.remaining];
  }

  static fromControls(black: TimeControl, white: TimeControl): Clock {
    return new Clock({ controls: [black, white], remaining: [black.base, white.base] });
  }

  get state(): ClockState {
    return { controls: this.controls, remaining: this.times() };
  }

  /** Starts the clock of one side and stops the other. */
  start(color: Color): void {
    this.running = color;
    this.startedAt = performance.now();
  }

  /** Stops the clock and subtracts the time used. */
  pause(): void {
    if (this.running) this.remaining[index(this.running)] = Math.max(0, this.baseTimeLeft(this.running));
    this.running = null;
  }

  /**
   * Stops a side's clock after its move and adds the increment. Returns false if the flag had
   * already fallen.
   */
  press(color: Color): boolean {
    if (this.running !== color) return true;
    const { increment } = this.controls[index(color)];
    const isInTime = this.timeLeft(color) > 0;
    this.remaining[index(color)] = Math.max(0, this.baseTimeLeft(color)) + increment;
    this.running = null;
    return isInTime;
  }

  /** Returns the base time left. It is negative while byoyomi runs. */
  private baseTimeLeft(color: Color): number {
    const used = this.running === color ? performance.now() - this.startedAt : 0;
    return this.remaining[index(color)] - used;
  }

  isInByoyomi(color: Color): boolean {
    return this.baseTimeLeft(color) <= 0 && this.controls[index(color)].byoyomi > 0;
  }

  /** Returns the milliseconds until the flag falls. */
  timeLeft(color: Color): number {
    return this.baseTimeLeft(color) + this.controls[index(color)].byoyomi;
  }

  /** Returns the time to display: base time, then byoyomi. */
  displayTime(color: Color): number {
    return Math.max(0, this.isInByoyomi(color) ? this.timeLeft(color) : this.baseTimeLeft(color));
  }

  times(): Pair {
    return [Math.max(0, this.baseTimeLeft("black")), Math.max(0, this.baseTimeLeft("white"))];
  }

  /** Sets the base time of both sides, for example after a take-back. */
  setTimes(times: Pair): void {
    this.remaining = [...times];
    if (this.running) this.startedAt = performance.now();
  }

  /** Returns the search limits for the engine. They leave a margin for the request and the response. */
  limits(): Limits {
    const [black, white] = this.controls;
    const [blackLeft, whiteLeft] = this.times();
    const base = (left: number, byoyomi: number): number => (byoyomi ? Math.round(left) : withMargin(left));
    return {
      clock: {
        remaining: [base(blackLeft, black.byoyomi), base(whiteLeft, white.byoyomi)],
        increment: [black.increment, white.increment],
        byoyomi: [withMargin(black.byoyomi), withMargin(white.byoyomi)],
      },
    };
  }
}

/** Subtracts 50 ms and a twentieth of the time, but at most 250 ms. */
const withMargin = (ms: number): number => Math.max(0, Math.round(ms - Math.min(250, 50 + ms / 20)));

/** Formats a time: `4:05`, `1:00:00`, or `0:09.5` below ten seconds. */
export function clockText(ms: number): string {
  if (ms < 10_000) return `0:${(Math.floor(ms / 100) / 10).toFixed(1).padStart(4, "0")}`;
  const seconds = Math.floor(ms / 1000);
  const twoDigits = (value: number): string => String(value).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${twoDigits(m)}:${twoDigits(s)}` : `${m}:${twoDigits(s)}`;
}
