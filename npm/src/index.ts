// The package `kawari`: rules, engine and mate solver for shogi variants.

export type * from "./api.js";
export { Engine, Search } from "./engine.js";
export type { EngineOptions, Mate, MateOptions, SearchOptions, SearchResult } from "./engine.js";
export {
  Game,
  capturesToHand,
  gameInfo,
  loadGame,
  readRecords,
  startingFen,
  validateFen,
  variants,
} from "./game.js";
export type { GameOptions } from "./game.js";
export { RequestError } from "./host.js";
export { setModuleFolder } from "./modules.js";
export { UsiEngine } from "./usi.js";
