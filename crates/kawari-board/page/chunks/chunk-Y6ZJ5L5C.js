import {
  isStored,
  storedDefinitions
} from "./chunk-I53CSUHV.js";

// src/api/backend.ts
var ApiError = class extends Error {
  code;
  args;
  constructor(code, message, args = {}) {
    super(message);
    this.code = code;
    this.args = args;
  }
};
var isAbort = (error) => error instanceof DOMException && error.name === "AbortError";

// src/api/client.ts
var backend;
function setBackend(value) {
  backend = value;
}
async function withGames(send) {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "game" && isStored(error.args["name"]))) throw error;
    await listGames();
    return send();
  }
}
async function listGames() {
  const list = await backend.request("games", {});
  for (const { name, text } of storedDefinitions()) {
    if (list.games.some((game) => game.name === name)) continue;
    try {
      list.games.push(await backend.request("load", { text }));
    } catch (error) {
      if (!(error instanceof ApiError && /^(definition|too-many-games)$/.test(error.code))) throw error;
    }
  }
  return list;
}
var request = (path, body, signal) => withGames(() => backend.request(path, body, signal));
var stream = (path, body, onLine, signal) => withGames(() => backend.stream(path, body, onLine, signal));
var api = { readAddress: (params) => backend.readAddress(params), onReady: (listener) => backend.onReady(listener), status: () => request("status", {}), games: listGames, rules: (game) => request("rules", { game }), check: (text) => request("check", { text }), load: (text) => request("load", { text }), position: (line, signal) => request("position", line, signal), line: (line) => request("line", line), word: (line, word) => request("word", { ...line, word }), sfen: (game, sfen) => request("sfen", { game, sfen }), picture: (line, options) => request("picture", { ...line, options }), search: (body, onLine, signal) => stream("search", body, onLine, signal), analyse: (body, onLine, signal) => stream("analyse", body, onLine, signal), draw: (line, engine, level) => request("draw", { ...line, engine, level }), importText: (text, game) => request("import", { text, game }), exportRecord: (format, record) => request("export", { format, record }) };

export {
  ApiError,
  isAbort,
  setBackend,
  api
};
