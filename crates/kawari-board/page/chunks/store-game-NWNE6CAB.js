import {
  loadGame,
  putGames,
  storedMatch
} from "./chunk-2RMQ527V.js";
import "./chunk-VKVB3CHS.js";
import "./chunk-6X2GCIFU.js";
import "./chunk-75HB23TF.js";
import "./chunk-6M27PRUM.js";
import {
  t
} from "./chunk-ZWZH6UFF.js";
import "./chunk-XCEMHILM.js";
import "./chunk-Y6ZJ5L5C.js";
import "./chunk-I53CSUHV.js";
import "./chunk-YLVDSGH3.js";

// src/play/store-game.ts
async function storeMatch(host, match, start) {
  const { id } = match;
  if (!id) return;
  const entry = storedMatch(match, start, id, null);
  try {
    const before = await loadGame(id);
    await putGames([before ? storedMatch(match, start, id, before) : entry]);
  } catch {
    host.notify(t("games.not-stored"), "error");
  }
}
export {
  storeMatch
};
