import {
  dialogBox
} from "./chunk-V3PPJ4S3.js";
import {
  decodeText
} from "./chunk-2E5WTZFT.js";
import {
  downloadText
} from "./chunk-3LZUAQNW.js";
import "./chunk-YJKNFF3A.js";
import {
  clearGames,
  deleteGames,
  engineLevel,
  isStoredGame,
  loadGames,
  personalResult,
  putGames,
  recordOf,
  storedRecord,
  treeOfStored
} from "./chunk-2RMQ527V.js";
import {
  Match,
  personOf
} from "./chunk-VKVB3CHS.js";
import "./chunk-6X2GCIFU.js";
import {
  opposite
} from "./chunk-75HB23TF.js";
import {
  lastNode
} from "./chunk-6M27PRUM.js";
import {
  button,
  el,
  fileButton,
  iconButton,
  selectField
} from "./chunk-OWP3H2MV.js";
import {
  colorName,
  formatMove,
  playerName,
  resultText
} from "./chunk-HJVU5CB3.js";
import {
  lang,
  t
} from "./chunk-ZWZH6UFF.js";
import "./chunk-XCEMHILM.js";
import {
  api
} from "./chunk-Y6ZJ5L5C.js";
import "./chunk-I53CSUHV.js";
import "./chunk-YLVDSGH3.js";

// src/play/my-games.ts
var NO_FILTER = { game: "", result: "", opponent: "" };
var PAGE = 50;
function opponentsOf({ players: { black, white } }) {
  const levels = [black, white].flatMap((player) => player.kind === "engine" ? String(player.level) : []);
  return levels.length ? levels : ["human"];
}
var MyGames = class {
  all = null;
  damaged = 0;
  hasFailed = false;
  filter = NO_FILTER;
  limit = PAGE;
  host;
  constructor(host) {
    this.host = host;
  }
  async load() {
    try {
      const { games, damaged } = await loadGames();
      this.all = games;
      this.damaged = damaged;
      this.hasFailed = false;
      if (!this.filtered().length) this.filter = NO_FILTER;
    } catch {
      this.all = [];
      this.hasFailed = true;
    }
    this.host.redraw();
  }
  get isFiltered() {
    return Object.values(this.filter).some(Boolean);
  }
  filtered() {
    const { game, result, opponent } = this.filter;
    return (this.all ?? []).filter((one) => (!game || one.game === game) && (!result || personalResult(one) === result) && (!opponent || opponentsOf(one).includes(opponent)));
  }
  setFilter(change) {
    this.filter = { ...this.filter, ...change };
    this.limit = PAGE;
    this.host.redraw();
  }
  showMore() {
    this.limit += PAGE;
    this.host.redraw();
  }
  open(stored) {
    this.host.confirmIfPlaying(() => void this.openStored(stored));
  }
  async openStored(stored) {
    const { host } = this;
    const { id, game, start, players, end } = stored;
    try {
      const tree = await treeOfStored(stored);
      host.openTree(game, start, tree, tree.root);
      const isWithFriend = [players.black, players.white].some(({ kind }) => kind === "friend");
      const setup = { game, start, players, time: null, ...isWithFriend ? { friend: id } : {} };
      host.match = new Match(host, setup, lastNode(tree.root), void 0, id);
      host.match.end = end;
      host.match.paused = !end && host.match.hasEngine();
      host.orientation = personOf(players) ?? "black";
      host.saveAndRedraw();
    } catch (error) {
      host.showError(error);
    }
  }
  delete(stored) {
    this.confirmDeletion(t("games.delete.sure"), [stored]);
  }
  get deletableCount() {
    return this.filtered().length + (this.isFiltered ? 0 : this.damaged);
  }
  deleteFiltered() {
    const text = t("games.delete-all.sure", { count: this.deletableCount });
    this.confirmDeletion(text, this.filtered(), !this.isFiltered);
  }
  confirmDeletion(text, games, clears = false) {
    const action = () => void this.deleteNow(games, clears);
    this.host.confirm({ text, yes: t("games.delete.yes"), no: t("act.cancel"), action });
  }
  async deleteNow(games, clears) {
    const { match } = this.host;
    const ids = games.map(({ id }) => id);
    if (match && !match.running && match.id && ids.includes(match.id)) match.id = null;
    try {
      await (clears ? clearGames() : deleteGames(ids));
    } catch {
      this.host.notify(t("games.unavailable"), "error");
    }
    this.host.saveAndRedraw();
    await this.load();
  }
  exportJson() {
    const file = { format: "kawari-games", version: 1, games: this.filtered() };
    downloadText(fileName("json"), `${JSON.stringify(file)}
`, "application/json");
  }
  async exportRecords() {
    try {
      const texts = [];
      for (const stored of this.filtered()) {
        const record = recordOf(stored, (color) => nameOf(stored, color));
        texts.push((await api.exportRecord("record", record)).text.trimEnd());
      }
      downloadText(fileName("txt"), `${texts.join("\n\n")}
`);
    } catch (error) {
      this.host.showError(error);
    }
  }
  async importFile(file) {
    if (!file) return;
    const { host } = this;
    try {
      const { games, skipped } = await this.readFile(file);
      try {
        await putGames(games);
      } catch {
        return host.notify(t("games.not-stored"), "error");
      }
      const count = games.length;
      if (skipped) host.notify(t("games.imported.skipped", { count, skipped }), "error");
      else host.notify(t("games.imported", { count }));
      await this.load();
    } catch (error) {
      host.showError(error);
    }
  }
  async readFile(file) {
    const text = decodeText(await file.arrayBuffer());
    const exported = parseGamesFile(text);
    if (exported) {
      const games2 = exported.filter(isStoredGame);
      return { games: games2, skipped: exported.length - games2.length };
    }
    const { games, failures } = await api.importText(text, this.host.games.games[0]?.name ?? "");
    return { games: games.map(storedRecord), skipped: failures.length };
  }
};
function parseGamesFile(text) {
  try {
    const file = JSON.parse(text);
    return file?.format === "kawari-games" && Array.isArray(file.games) ? file.games : null;
  } catch {
    return null;
  }
}
var fileName = (extension) => `kawari-games-${(/* @__PURE__ */ new Date()).toISOString().slice(0, 10)}.${extension}`;
var nameOf = ({ players, names }, color) => names?.[color] ?? playerName(players[color]);

// src/model/level-fit.ts
var MIN_GAMES = 6;
var MAX_GAMES = 40;
var USUAL_SLOPE = 0.8;
var SLOPE_SPREAD = 0.5;
function logLikelihood(results, even, slope) {
  const deviation = Math.log(slope / USUAL_SLOPE) / SLOPE_SPREAD;
  let sum = -(deviation * deviation) / 2;
  for (const { level, points } of results) {
    const expected = 1 / (1 + Math.exp(slope * (level - even)));
    sum += points * Math.log(expected) + (1 - points) * Math.log(1 - expected);
  }
  return sum;
}
function evenLevel(results, levels) {
  if (results.length < MIN_GAMES) return null;
  const latest = results.slice(0, MAX_GAMES);
  const played = latest.map(({ level }) => level);
  if (latest.every(({ points }) => points === 1)) return Math.min(levels, Math.max(...played) + 1);
  if (latest.every(({ points }) => points === 0)) return Math.max(1, Math.min(...played) - 1);
  let best = { even: 1, likelihood: -Infinity };
  for (let even = 0; even <= levels + 1; even += 0.1) for (let slope = 0.2; slope <= 3.2; slope *= 1.2) {
    const likelihood = logLikelihood(latest, even, slope);
    if (likelihood > best.likelihood) best = { even, likelihood };
  }
  return Math.min(levels, Math.max(1, Math.round(best.even)));
}

// src/view/my-results.ts
function ratedGames(games) {
  const byGame = /* @__PURE__ */ new Map();
  for (const stored of games) {
    if (engineLevel(stored) === null || !stored.end) continue;
    byGame.set(stored.game, [...byGame.get(stored.game) ?? [], stored]);
  }
  return byGame;
}
var POINTS = { won: 1, draw: 0.5, lost: 0 };
var levelResults = (games) => games.filter(({ start }) => start === null).map((stored) => ({ level: engineLevel(stored) ?? 1, points: POINTS[personalResult(stored)] ?? 0 }));
function tallies(games) {
  const byLevel = /* @__PURE__ */ new Map();
  for (const stored of games) {
    const level = engineLevel(stored) ?? 1;
    const tally = byLevel.get(level) ?? { won: 0, drawn: 0, lost: 0 };
    const result = personalResult(stored);
    tally[result === "won" ? "won" : result === "lost" ? "lost" : "drawn"]++;
    byLevel.set(level, tally);
  }
  return [...byLevel].sort(([one], [two]) => one - two);
}
function resultsView(ctrl, games) {
  const byGame = ratedGames(games.filter.game ? games.filtered() : games.all ?? []);
  if (!byGame.size) return null;
  return el("section.my-results", {}, [el("h3", {}, [t("games.results")]), ...[...byGame].map(([name, list]) => gameResults(ctrl, name, list))]);
}
function gameResults(ctrl, name, games) {
  const title = ctrl.hasGame(name) ? ctrl.gameByName(name).title[lang()] : name;
  const results = levelResults(games);
  const level = evenLevel(results, ctrl.games.limits.levels);
  const head = ["games.level", "games.score"];
  return el("div", { key: name, attrs: { "data-game": name } }, [el("table", {}, [el("caption", {}, [title]), el("thead", {}, [el("tr", {}, head.map((key) => el("th", { attrs: { scope: "col" } }, [t(key)])))]), el("tbody", {}, tallies(games).map(([one, tally]) => levelRow(one, tally)))]), el("p.even-level", { attrs: { "data-level": level ?? "" } }, [level === null ? t("games.even.few", { count: MIN_GAMES - results.length }) : t("games.even", { level })])]);
}
function levelRow(level, tally) {
  const { won, drawn, lost } = tally;
  const part = (name, count) => count ? el(`span.${name}`, { style: { flexGrow: String(count) } }) : null;
  return el("tr", { key: level, attrs: { "data-level": level } }, [el("th", { attrs: { scope: "row" } }, [String(level)]), el("td", {}, [el("div.score-line", {}, [el("span.bar-parts", { attrs: { "aria-hidden": "true" } }, [part("won", won), part("drawn", drawn), part("lost", lost)]), el("span", {}, [t("games.bar", { won, drawn, lost })])])])]);
}

// src/view/my-games.ts
var state = null;
function myGamesDialog(ctrl) {
  const games = state ??= new MyGames(ctrl);
  const dialog = dialogBox(ctrl, "my-games", t("games.title"), () => ctrl.openDialog(null), [el("p.hint", {}, [t("games.private")]), filterView(ctrl, games), listView(ctrl, games), games.damaged ? el("p.error", {}, [t("games.damaged", { count: games.damaged })]) : null, resultsView(ctrl, games), actionsView(games)]);
  const hook = dialog.data?.hook;
  const insert = (vnode) => {
    hook?.insert?.(vnode);
    void games.load();
  };
  const destroy = (vnode) => {
    hook?.destroy?.(vnode);
    games.all = null;
  };
  dialog.data = { ...dialog.data, hook: { ...hook, insert, destroy } };
  return dialog;
}
var titleOf = (ctrl, name) => ctrl.hasGame(name) ? ctrl.gameByName(name).title[lang()] : name;
var distinct = (values) => [...new Set(values)];
function filterView(ctrl, games) {
  const all = games.all ?? [];
  const { filter } = games;
  const any = ["", t("games.all")];
  const opponents = distinct(all.flatMap(opponentsOf)).sort((one, two) => Number(one) - Number(two));
  return el("div.fields", {}, [selectField("games-game", t("games.filter.game"), [any, ...distinct(all.map(({ game }) => game)).map((name) => [name, titleOf(ctrl, name)])], filter.game, (game) => games.setFilter({ game })), selectField("games-result", t("games.filter.result"), [any, ...["won", "lost", "draw", "unfinished"].map((key) => [key, t(`games.${key}`)])], filter.result, (result) => games.setFilter({ result })), selectField("games-opponent", t("games.filter.level"), [any, ...opponents.map((key) => [key, key === "human" ? t("games.people") : t("player.level", { level: Number(key) })])], filter.opponent, (opponent) => games.setFilter({ opponent }))]);
}
function listView(ctrl, games) {
  const filtered = games.filtered();
  const { all } = games;
  const message = !all ? t("games.loading") : games.hasFailed ? t("games.unavailable") : !all.length ? t("games.none") : !filtered.length ? t("games.none-found") : null;
  return el("section.my-games-list", { attrs: { "aria-label": t("games.title"), "aria-busy": String(!all) } }, [el("p.hint", { attrs: { role: "status" } }, [message ?? t("games.count", { shown: filtered.length, count: all?.length ?? 0 })]), el("ol", {}, filtered.slice(0, games.limit).map((stored) => gameItem(ctrl, games, stored))), filtered.length > games.limit ? button("games-more", t("games.more"), () => games.showMore()) : null]);
}
function gameItem(ctrl, games, stored) {
  const result = personalResult(stored);
  const isSide = result === "black" || result === "white";
  const date = new Date(stored.date).toLocaleString(lang(), { dateStyle: "medium", timeStyle: "short" });
  const details = [date, t("records.plies", { count: stored.moves.length }), accuracyText(stored), openingText(ctrl, stored)];
  return el("li", { key: stored.id, attrs: { "data-result": result } }, [button("open-game", "", () => games.open(stored), { children: [el("span.outcome", {}, [isSide ? resultText(result) : t(`games.${result}`)]), el("span.who", {}, [el("b", {}, [titleOf(ctrl, stored.game)]), ` ${opponentText(stored)}`]), el("span.details", {}, [details.filter(Boolean).join(" · ")])] }), iconButton("delete-game", "trash", t("games.delete"), () => games.delete(stored))]);
}
function opponentText(stored) {
  const person = personOf(stored.players);
  if (!person) return `${nameOf(stored, "black")} – ${nameOf(stored, "white")}`;
  const opponent = nameOf(stored, person ? opposite(person) : "black");
  return lang() === "ja" ? `${opponent}（${colorName(person)}）` : `${opponent} (${colorName(person)})`;
}
function accuracyText({ accuracy, players }) {
  if (!accuracy) return null;
  const person = personOf(players);
  const [black, white] = [Math.round(accuracy.black), Math.round(accuracy.white)];
  return person ? t("games.accuracy", { percent: person === "black" ? black : white }) : t("games.accuracy.both", { black, white });
}
function openingText(ctrl, { game, opening }) {
  if (!ctrl.hasGame(game)) return opening.map(({ usi }) => usi).join(" ");
  const { notation } = ctrl.settings;
  return opening.map((move, index) => formatMove(move, ctrl.gameByName(game), notation, opening[index - 1] ?? null)).join(" ");
}
function actionsView(games) {
  const disabled = !games.filtered().length;
  const count = games.deletableCount;
  return el("footer", {}, [button("games-json", t("games.save.json"), () => games.exportJson(), { disabled }), button("games-records", t("games.save.records"), () => void games.exportRecords(), { disabled }), fileButton("games-file", t("games.import"), "", (file) => void games.importFile(file)), button("games-delete", t("games.delete-all", { count }), () => games.deleteFiltered(), { disabled: !count })]);
}
export {
  myGamesDialog
};
