/** The window of a new game: which game, from where, against whom, with what clock. */

import type { VNode } from "snabbdom";
import { begin as beginGame, openBoard } from "../actions.ts";
import type { Color } from "../api/types.ts";
import type { Ctrl } from "../ctrl.ts";
import { colorName } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import type { TimeControl } from "../play/clock.ts";
import type { Draft } from "../model/draft.ts";
import { amount, button, choose, dialogBox, el, type Option, tick } from "./html.ts";
import { playerKey, playerOf, playerOptions } from "./players.ts";
import { rulesPage } from "./rules.ts";

const control = (time: Draft["time"][Color]): TimeControl => ({
  base: time.minutes * 60_000,
  increment: time.increment * 1000,
  byoyomi: time.byoyomi * 1000,
});

/** Changes a part of the draft as it is by then: two fields may change before they are drawn again. */
type Change = (part: (draft: Draft) => Partial<Draft>) => void;

const swapped = ({ players: { black, white } }: Draft): Partial<Draft> => ({
  players: { black: white, white: black },
});

export function newGameDialog(ctrl: Ctrl): VNode {
  const { draft } = ctrl;
  const change: Change = (part) => {
    ctrl.draft = { ...ctrl.draft, ...part(ctrl.draft) };
    ctrl.redraw();
  };
  const game = ctrl.gameNamed(draft.game);
  return dialogBox(ctrl, "new-game", t("new.title"), () => ctrl.openDialog(null), [
    el(
      "div.games",
      { attrs: { role: "radiogroup", "aria-label": t("new.game") } },
      ctrl.games.games.map((one) =>
        el("label.game", { key: one.name, class: { chosen: one.name === draft.game } }, [
          el("input", {
            attrs: { type: "radio", name: "game", value: one.name },
            props: { checked: one.name === draft.game },
            on: { change: () => change(() => ({ game: one.name, start: "start" })) },
          }),
          el("span", {}, [one.title[lang()]]),
        ]),
      ),
    ),
    el("p.summary", {}, [
      (rulesPage(ctrl, game.name)?.summary[lang()] ?? "") + " ",
      button("learn.link", t("new.learn"), () => ctrl.readRulesFirst(game.name)),
    ]),
    el("div.fields", {}, [
      choose("start", t("new.start"), starts(ctrl, draft), draft.start, (start) => change(() => ({ start }))),
      ...(["black", "white"] as const).map((color) =>
        choose(
          `new-${color}`,
          t("new.player", { color: colorName(color) }),
          playerOptions(ctrl.games.limits.levels),
          playerKey(draft.players[color]),
          (key) => change(({ players }) => ({ players: { ...players, [color]: playerOf(key) } })),
        ),
      ),
    ]),
    el("div.quick", {}, [
      button("sides", t("new.swap"), () => change(swapped)),
      button("lots", t("new.lots"), () => {
        if (Math.random() < 0.5) change(swapped);
      }),
    ]),
    tick("timed", t("new.timed"), draft.timed, (timed) => change(() => ({ timed }))),
    draft.timed
      ? el(
          "div.times",
          {},
          (["black", "white"] as const).map((color) => timeFields(draft, color, change)),
        )
      : null,
    el("footer", {}, [
      button("start-game.primary", t("new.begin"), () => begin(ctrl), { autofocus: true }),
      button("open-board", t("new.board"), () => openBoard(ctrl, draft.game, startOf(ctrl))),
    ]),
  ]);
}

function starts(ctrl: Ctrl, draft: Draft): Option[] {
  const game = ctrl.gameNamed(draft.game);
  const options: Option[] = [["start", t("start.start")]];
  for (const handicap of game.handicaps) options.push([handicap.name, t(`handicap.${handicap.name}`)]);
  if (game.name === ctrl.game.name && ctrl.node.sfen !== game.start) options.push(["here", t("start.here")]);
  return options;
}

function timeFields(draft: Draft, color: Color, change: Change): VNode {
  const shown = draft.time[color];
  const set = (part: Partial<typeof shown>): void =>
    change(({ time }) => ({ time: { ...time, [color]: { ...time[color], ...part } } }));
  return el("fieldset", { key: color }, [
    el("legend", {}, [colorName(color)]),
    amount(`${color}-minutes`, t("time.minutes"), shown.minutes, [0, 180, 0.5], (minutes) => set({ minutes })),
    amount(`${color}-increment`, t("time.increment"), shown.increment, [0, 180, 1], (increment) =>
      set({ increment }),
    ),
    amount(`${color}-byoyomi`, t("time.byoyomi"), shown.byoyomi, [0, 180, 1], (byoyomi) => set({ byoyomi })),
  ]);
}

/** SFEN of the start that is chosen; null for the game's own. */
function startOf(ctrl: Ctrl): string | null {
  const { draft } = ctrl;
  if (draft.start === "start") return null;
  if (draft.start === "here") return ctrl.node.sfen;
  return ctrl.gameNamed(draft.game).handicaps.find((one) => one.name === draft.start)?.sfen ?? null;
}

function begin(ctrl: Ctrl): void {
  const { draft } = ctrl;
  const black = control(draft.time.black);
  const white = control(draft.time.white);
  const time =
    draft.timed && black.base + black.byoyomi > 0 && white.base + white.byoyomi > 0 ? { black, white } : null;
  beginGame(ctrl, { game: draft.game, start: startOf(ctrl), players: draft.players, time });
}
