/** Results by game and level: a table with bars, and the level at which half of the games would be won. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { lang, t } from "../i18n.ts";
import { evenLevel, type LevelResult, MIN_GAMES } from "../model/level-fit.ts";
import { engineLevel, personalResult, type StoredGame } from "../model/stored-game.ts";
import type { MyGames } from "../play/my-games.ts";
import { el } from "./html.ts";

interface Tally {
  won: number;
  drawn: number;
  lost: number;
}

/** Returns the finished games of a person against the engine, by game. */
function ratedGames(games: StoredGame[]): Map<string, StoredGame[]> {
  const byGame = new Map<string, StoredGame[]>();
  for (const stored of games) {
    if (engineLevel(stored) === null || !stored.end) continue;
    byGame.set(stored.game, [...(byGame.get(stored.game) ?? []), stored]);
  }
  return byGame;
}

const POINTS: Record<string, number> = { won: 1, draw: 0.5, lost: 0 };

/** Returns the results of games from the usual start position, the latest first. */
const levelResults = (games: StoredGame[]): LevelResult[] =>
  games
    .filter(({ start }) => start === null)
    .map((stored) => ({ level: engineLevel(stored) ?? 1, points: POINTS[personalResult(stored)] ?? 0 }));

function tallies(games: StoredGame[]): [number, Tally][] {
  const byLevel = new Map<number, Tally>();
  for (const stored of games) {
    const level = engineLevel(stored) ?? 1;
    const tally = byLevel.get(level) ?? { won: 0, drawn: 0, lost: 0 };
    const result = personalResult(stored);
    tally[result === "won" ? "won" : result === "lost" ? "lost" : "drawn"]++;
    byLevel.set(level, tally);
  }
  return [...byLevel].sort(([one], [two]) => one - two);
}

export function resultsView(ctrl: Controller, games: MyGames): VNode | null {
  const byGame = ratedGames(games.filter.game ? games.filtered() : (games.all ?? []));
  if (!byGame.size) return null;
  return el("section.my-results", {}, [
    el("h3", {}, [t("games.results")]),
    ...[...byGame].map(([name, list]) => gameResults(ctrl, name, list)),
  ]);
}

function gameResults(ctrl: Controller, name: string, games: StoredGame[]): VNode {
  const title = ctrl.hasGame(name) ? ctrl.gameByName(name).title[lang()] : name;
  const results = levelResults(games);
  const level = evenLevel(results, ctrl.games.limits.levels);
  const head = ["games.level", "games.score"] as const;
  return el("div", { key: name, attrs: { "data-game": name } }, [
    el("table", {}, [
      el("caption", {}, [title]),
      el("thead", {}, [el("tr", {}, head.map((key) => el("th", { attrs: { scope: "col" } }, [t(key)])))]),
      el("tbody", {}, tallies(games).map(([one, tally]) => levelRow(one, tally))),
    ]),
    el("p.even-level", { attrs: { "data-level": level ?? "" } }, [
      level === null
        ? t("games.even.few", { count: MIN_GAMES - results.length })
        : t("games.even", { level }),
    ]),
  ]);
}

function levelRow(level: number, tally: Tally): VNode {
  const { won, drawn, lost } = tally;
  const part = (name: string, count: number): VNode | null =>
    count ? el(`span.${name}`, { style: { flexGrow: String(count) } }) : null;
  return el("tr", { key: level, attrs: { "data-level": level } }, [
    el("th", { attrs: { scope: "row" } }, [String(level)]),
    el("td", {}, [
      el("div.score-line", {}, [
        el("span.bar-parts", { attrs: { "aria-hidden": "true" } }, [
          part("won", won),
          part("drawn", drawn),
          part("lost", lost),
        ]),
        el("span", {}, [t("games.bar", { won, drawn, lost })]),
      ]),
    ]),
  ]);
}
