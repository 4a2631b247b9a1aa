/** The new-game dialog: game, start position, players and clock. */

import type { VNode } from "snabbdom";
import { openBoard, startGame } from "../actions/game.ts";
import { openTraining } from "../actions/training.ts";
import type { Color } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { colorName } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import { opposite, type TimeControl } from "../play/clock.ts";
import type { Player, Players } from "../play/match.ts";
import { newFriendGameId } from "../model/friend-games.ts";
import type { NewGameForm } from "../model/new-game-form.ts";
import { hasOpened } from "../model/opened-games.ts";
import { definitionFileButton } from "./definition-file-button.ts";
import { dialogBox } from "./dialog.ts";
import { button, checkbox, el, numberField, type Option, selectField } from "./html.ts";
import { playerFromKey, playerKey, playerOptions } from "./players.ts";
import { gameSummary } from "./rules.ts";

const timeControl = (time: NewGameForm["time"][Color]): TimeControl => ({
  base: time.minutes * 60_000,
  increment: time.increment * 1000,
  byoyomi: time.byoyomi * 1000,
});

/** Updates the form from its latest values: two fields may change between two redraws. */
type UpdateForm = (update: (form: NewGameForm) => Partial<NewGameForm>) => void;

const swapPlayers = ({ players: { black, white } }: NewGameForm): Partial<NewGameForm> => ({
  players: { black: white, white: black },
});

/** Returns the players after a change. A friend plays against a person. */
function withPlayer(players: Players, color: Color, player: Player): Players {
  const other = opposite(color);
  const needsPerson = player.kind === "friend" || players[other].kind === "friend";
  const opponent: Player = needsPerson && player.kind !== "human" ? { kind: "human" } : players[other];
  return color === "black" ? { black: player, white: opponent } : { black: opponent, white: player };
}

export function newGameDialog(ctrl: Controller): VNode {
  const form = ctrl.newGameForm;
  const updateForm: UpdateForm = (update) => {
    ctrl.newGameForm = { ...ctrl.newGameForm, ...update(ctrl.newGameForm) };
    ctrl.redraw();
  };
  const game = ctrl.gameByName(form.game);
  return dialogBox(ctrl, "new-game", t("new.title"), () => ctrl.openDialog(null), [
    el(
      "div.games",
      { attrs: { role: "radiogroup", "aria-label": t("new.game") } },
      ctrl.games.games.map((one) =>
        el("label.game", { key: one.name, class: { chosen: one.name === form.game } }, [
          el("input", {
            attrs: { type: "radio", name: "game", value: one.name },
            props: { checked: one.name === form.game },
            on: { change: () => updateForm(() => ({ game: one.name, start: "start" })) },
          }),
          el("span", {}, [one.title[lang()]]),
        ]),
      ),
    ),
    el("div.own-game", {}, [
      button("own-game", t("definition.own"), () => ctrl.openDialog("definition")),
      definitionFileButton(ctrl),
    ]),
    // The button stays in its place when the text arrives.
    el("div.summary", {}, [
      el("p", {}, [gameSummary(ctrl, game)]),
      button("read-rules.link", t("new.rules"), () => ctrl.showRulesFromNewGame(ctrl.newGameForm.game)),
    ]),
    game.loaded || hasOpened(game.name) ? null : lessonOffer(ctrl),
    el("div.fields", {}, [
      selectField("start", t("new.start"), startOptions(ctrl, form), form.start, (start) =>
        updateForm(() => ({ start })),
      ),
      ...(["black", "white"] as const).map((color) =>
        selectField(
          `new-${color}`,
          t("new.player", { color: colorName(color) }),
          [...playerOptions(ctrl.games.limits.levels), ["friend", t("player.friend")]],
          playerKey(form.players[color]),
          (key) => updateForm(({ players }) => ({ players: withPlayer(players, color, playerFromKey(key)) })),
        ),
      ),
    ]),
    el("div.quick", {}, [
      button("swap-sides", t("new.swap"), () => updateForm(swapPlayers)),
      button("random-sides", t("new.random"), () => {
        if (Math.random() < 0.5) updateForm(swapPlayers);
      }),
    ]),
    checkbox("timed", t("new.clock"), form.hasClock, (hasClock) => updateForm(() => ({ hasClock }))),
    form.hasClock
      ? el(
          "div.times",
          {},
          (["black", "white"] as const).map((color) => timeFields(form, color, updateForm)),
        )
      : null,
    el("footer", {}, [
      button("start-game.primary", t("new.begin"), () => start(ctrl), { autofocus: true }),
      button("open-board", t("new.board"), () => openBoard(ctrl, ctrl.newGameForm.game, selectedStart(ctrl))),
    ]),
  ]);
}

/** Builds the offer of lessons for a game that the user has not opened before. */
const lessonOffer = (ctrl: Controller): VNode =>
  el("p.lesson-offer", {}, [
    t("lesson.offer") + " ",
    button("start-lessons", t("lesson.offer.start"), () => {
      void openTraining(ctrl, "lessons", ctrl.newGameForm.game);
    }),
  ]);

function startOptions(ctrl: Controller, form: NewGameForm): Option[] {
  const game = ctrl.gameByName(form.game);
  const options: Option[] = [["start", t("start.start")]];
  for (const handicap of game.handicaps) options.push([handicap.name, t(`handicap.${handicap.name}`)]);
  if (game.name === ctrl.game.name && ctrl.node.sfen !== game.start) options.push(["here", t("start.here")]);
  return options;
}

function timeFields(form: NewGameForm, color: Color, updateForm: UpdateForm): VNode {
  const values = form.time[color];
  const setTime = (part: Partial<typeof values>): void =>
    updateForm(({ time }) => ({ time: { ...time, [color]: { ...time[color], ...part } } }));
  return el("fieldset", { key: color }, [
    el("legend", {}, [colorName(color)]),
    numberField(`${color}-minutes`, t("time.minutes"), values.minutes, [0, 180, 0.5], (minutes) =>
      setTime({ minutes }),
    ),
    numberField(`${color}-increment`, t("time.increment"), values.increment, [0, 180, 1], (increment) =>
      setTime({ increment }),
    ),
    numberField(`${color}-byoyomi`, t("time.byoyomi"), values.byoyomi, [0, 180, 1], (byoyomi) =>
      setTime({ byoyomi }),
    ),
  ]);
}

/** Returns the SFEN of the selected start position; null for the game's usual one. */
function selectedStart(ctrl: Controller): string | null {
  const form = ctrl.newGameForm;
  if (form.start === "start") return null;
  if (form.start === "here") return ctrl.node.sfen;
  return ctrl.gameByName(form.game).handicaps.find((one) => one.name === form.start)?.sfen ?? null;
}

function start(ctrl: Controller): void {
  const form = ctrl.newGameForm;
  const { players } = form;
  if (players.black.kind === "friend" || players.white.kind === "friend")
    return startGame(ctrl, {
      game: form.game,
      start: selectedStart(ctrl),
      players,
      time: null,
      friend: newFriendGameId(),
    });
  const black = timeControl(form.time.black);
  const white = timeControl(form.time.white);
  const time =
    form.hasClock && black.base + black.byoyomi > 0 && white.base + white.byoyomi > 0
      ? { black, white }
      : null;
  startGame(ctrl, { game: form.game, start: selectedStart(ctrl), players, time });
}
