// src/sound.ts
var loaded = /* @__PURE__ */ new Map();
function play(sound, volume) {
  let audio = loaded.get(sound);
  if (!audio) {
    audio = new Audio(`sounds/${sound}.wav`);
    loaded.set(sound, audio);
  }
  audio.volume = volume / 100;
  audio.currentTime = 0;
  audio.play().catch(() => void 0);
}

export {
  play
};
