/** The dialog with all games that were played on this browser. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { colorName, formatMove, resultText } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import { personalResult, type StoredGame } from "../model/stored-game.ts";
import { opposite } from "../play/clock.ts";
import { personOf } from "../play/match.ts";
import { MyGames, nameOf, opponentsOf } from "../play/my-games.ts";
import { dialogBox } from "./dialog.ts";
import { button, el, fileButton, iconButton, selectField, type Option } from "./html.ts";
import { resultsView } from "./my-results.ts";

let state: MyGames | null = null;

export function myGamesDialog(ctrl: Controller): VNode {
  const games = (state ??= new MyGames(ctrl));
  const dialog = dialogBox(ctrl, "my-games", t("games.title"), () => ctrl.openDialog(null), [
    el("p.hint", {}, [t("games.private")]),
    filterView(ctrl, games),
    listView(ctrl, games),
    games.damaged ? el("p.error", {}, [t("games.damaged", { count: games.damaged })]) : null,
    resultsView(ctrl, games),
    actionsView(games),
  ]);
  const hook = dialog.data?.hook;
  const insert = (vnode: VNode): void => {
    hook?.insert?.(vnode);
    void games.load();
  };
  const destroy = (vnode: VNode): void => {
    hook?.destroy?.(vnode);
    // Games may be played until the dialog opens again.
    games.all = null;
  };
  dialog.data = { ...dialog.data, hook: { ...hook, insert, destroy } };
  return dialog;
}

const titleOf = (ctrl: Controller, name: string): string =>
  ctrl.hasGame(name) ? ctrl.gameByName(name).title[lang()] : name;

/** Returns the distinct values, in the order of their first occurrence. */
const distinct = (values: string[]): string[] => [...new Set(values)];

function filterView(ctrl: Controller, games: MyGames): VNode {
  const all = games.all ?? [];
  const { filter } = games;
  const any: Option = ["", t("games.all")];
  const opponents = distinct(all.flatMap(opponentsOf)).sort((one, two) => Number(one) - Number(two));
  return el("div.fields", {}, [
    selectField(
      "games-game",
      t("games.filter.game"),
      [any, ...distinct(all.map(({ game }) => game)).map((name): Option => [name, titleOf(ctrl, name)])],
      filter.game,
      (game) => games.setFilter({ game }),
    ),
    selectField(
      "games-result",
      t("games.filter.result"),
      [any, ...(["won", "lost", "draw", "unfinished"] as const).map((key): Option => [key, t(`games.${key}`)])],
      filter.result,
      (result) => games.setFilter({ result }),
    ),
    selectField(
      "games-opponent",
      t("games.filter.level"),
      [
        any,
        ...opponents.map((key): Option => [
          key,
          key === "human" ? t("games.people") : t("player.level", { level: Number(key) }),
        ]),
      ],
      filter.opponent,
      (opponent) => games.setFilter({ opponent }),
    ),
  ]);
}

function listView(ctrl: Controller, games: MyGames): VNode {
  const filtered = games.filtered();
  const { all } = games;
  const message = !all
    ? t("games.loading")
    : games.hasFailed
      ? t("games.unavailable")
      : !all.length
        ? t("games.none")
        : !filtered.length
          ? t("games.none-found")
          : null;
  return el("section.my-games-list", { attrs: { "aria-label": t("games.title"), "aria-busy": String(!all) } }, [
    el("p.hint", { attrs: { role: "status" } }, [
      message ?? t("games.count", { shown: filtered.length, count: all?.length ?? 0 }),
    ]),
    el("ol", {}, filtered.slice(0, games.limit).map((stored) => gameItem(ctrl, games, stored))),
    filtered.length > games.limit ? button("games-more", t("games.more"), () => games.showMore()) : null,
  ]);
}

function gameItem(ctrl: Controller, games: MyGames, stored: StoredGame): VNode {
  const result = personalResult(stored);
  const isSide = result === "black" || result === "white";
  const date = new Date(stored.date).toLocaleString(lang(), { dateStyle: "medium", timeStyle: "short" });
  const details = [
    date,
    t("records.plies", { count: stored.moves.length }),
    accuracyText(stored),
    openingText(ctrl, stored),
  ];
  return el("li", { key: stored.id, attrs: { "data-result": result } }, [
    button("open-game", "", () => games.open(stored), {
      children: [
        el("span.outcome", {}, [isSide ? resultText(result) : t(`games.${result}`)]),
        el("span.who", {}, [el("b", {}, [titleOf(ctrl, stored.game)]), ` ${opponentText(stored)}`]),
        el("span.details", {}, [details.filter(Boolean).join(" · ")]),
      ],
    }),
    iconButton("delete-game", "trash", t("games.delete"), () => games.delete(stored)),
  ]);
}

/** Returns the opponent and the person's side, or both players. */
function opponentText(stored: StoredGame): string {
  const person = personOf(stored.players);
  if (!person) return `${nameOf(stored, "black")} – ${nameOf(stored, "white")}`;
  const opponent = nameOf(stored, person ? opposite(person) : "black");
  return lang() === "ja" ? `${opponent}（${colorName(person)}）` : `${opponent} (${colorName(person)})`;
}

function accuracyText({ accuracy, players }: StoredGame): string | null {
  if (!accuracy) return null;
  const person = personOf(players);
  const [black, white] = [Math.round(accuracy.black), Math.round(accuracy.white)];
  return person
    ? t("games.accuracy", { percent: person === "black" ? black : white })
    : t("games.accuracy.both", { black, white });
}

function openingText(ctrl: Controller, { game, opening }: StoredGame): string {
  if (!ctrl.hasGame(game)) return opening.map(({ usi }) => usi).join(" ");
  const { notation } = ctrl.settings;
  return opening
    .map((move, index) => formatMove(move, ctrl.gameByName(game), notation, opening[index - 1] ?? null))
    .join(" ");
}

function actionsView(games: MyGames): VNode {
  const disabled = !games.filtered().length;
  const count = games.deletableCount;
  return el("footer", {}, [
    button("games-json", t("games.save.json"), () => games.exportJson(), { disabled }),
    button("games-records", t("games.save.records"), () => void games.exportRecords(), { disabled }),
    fileButton("games-file", t("games.import"), "", (file) => void games.importFile(file)),
    button("games-delete", t("games.delete-all", { count }), () => games.deleteFiltered(), { disabled: !count }),
  ]);
}
