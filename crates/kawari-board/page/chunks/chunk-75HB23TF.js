// src/play/clock.ts
var opposite = (color) => color === "black" ? "white" : "black";
var index = (color) => color === "black" ? 0 : 1;
var Clock = class _Clock {
  controls;
  remaining;
  startedAt = 0;
  running = null;
  constructor(state) {
    this.controls = state.controls;
    this.remaining = [...state.remaining];
  }
  static fromControls(black, white) {
    return new _Clock({ controls: [black, white], remaining: [black.base, white.base] });
  }
  get state() {
    return { controls: this.controls, remaining: this.times() };
  }
  start(color) {
    this.running = color;
    this.startedAt = performance.now();
  }
  pause() {
    if (this.running) this.remaining[index(this.running)] = Math.max(0, this.baseTimeLeft(this.running));
    this.running = null;
  }
  press(color) {
    if (this.running !== color) return true;
    const { increment } = this.controls[index(color)];
    const isInTime = this.timeLeft(color) > 0;
    this.remaining[index(color)] = Math.max(0, this.baseTimeLeft(color)) + increment;
    this.running = null;
    return isInTime;
  }
  baseTimeLeft(color) {
    const used = this.running === color ? performance.now() - this.startedAt : 0;
    return this.remaining[index(color)] - used;
  }
  isInByoyomi(color) {
    return this.baseTimeLeft(color) <= 0 && this.controls[index(color)].byoyomi > 0;
  }
  timeLeft(color) {
    return this.baseTimeLeft(color) + this.controls[index(color)].byoyomi;
  }
  displayTime(color) {
    return Math.max(0, this.isInByoyomi(color) ? this.timeLeft(color) : this.baseTimeLeft(color));
  }
  times() {
    return [Math.max(0, this.baseTimeLeft("black")), Math.max(0, this.baseTimeLeft("white"))];
  }
  setTimes(times) {
    this.remaining = [...times];
    if (this.running) this.startedAt = performance.now();
  }
  limits() {
    const [black, white] = this.controls;
    const [blackLeft, whiteLeft] = this.times();
    const base = (left, byoyomi) => byoyomi ? Math.round(left) : withMargin(left);
    return { clock: { remaining: [base(blackLeft, black.byoyomi), base(whiteLeft, white.byoyomi)], increment: [black.increment, white.increment], byoyomi: [withMargin(black.byoyomi), withMargin(white.byoyomi)] } };
  }
};
var withMargin = (ms) => Math.max(0, Math.round(ms - Math.min(250, 50 + ms / 20)));
function clockText(ms) {
  if (ms < 1e4) return `0:${(Math.floor(ms / 100) / 10).toFixed(1).padStart(4, "0")}`;
  const seconds = Math.floor(ms / 1e3);
  const twoDigits = (value) => String(value).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${twoDigits(m)}:${twoDigits(s)}` : `${m}:${twoDigits(s)}`;
}

export {
  opposite,
  Clock,
  clockText
};
