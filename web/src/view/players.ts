/** Player and clock of each side. */

import type { VNode } from "snabbdom";
import type { Color } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { colorName, colorSymbol, playerName } from "../describe.ts";
import { t } from "../i18n.ts";
import { negate, scoreText } from "../play/analysis.ts";
import { clockText } from "../play/clock.ts";
import type { Player } from "../play/match.ts";
import { play as playSound } from "../sound.ts";
import { el, type Option, select } from "./html.ts";

export function playerOptions(levels: number): Option[] {
  const engine = Array.from({ length: levels }, (_, index): Option => {
    const level = index + 1;
    return [String(level), t("player.option", { level, name: t(`level.${level}`) })];
  });
  return [["human", t("player.human")], ...engine];
}

export const playerKey = (player: Player): string =>
  player.kind === "engine" ? String(player.level) : player.kind;

export const playerFromKey = (key: string): Player =>
  key === "human" || key === "friend" ? { kind: key } : { kind: "engine", level: Number(key) };

export function playerView(ctrl: Controller, place: "top" | "bottom"): VNode {
  const color: Color = (place === "bottom") === (ctrl.orientation === "black") ? "black" : "white";
  const { match } = ctrl;
  const turn = match?.running ? match.turn === color : ctrl.node.turn === color;
  return el(
    `div.player.player-${place}`,
    { key: `player-${place}`, attrs: { "data-color": color }, class: { turn } },
    [
      el("span.color-symbol", { attrs: { "aria-hidden": "true" } }, [colorSymbol(color)]),
      el("span.color", {}, [colorName(color)]),
      match?.friendColor() ? el("span", {}, [playerName(match.players[color])]) : null,
      match && !match.friendColor()
        ? select(
            `player-${color}`,
            playerOptions(ctrl.games.limits.levels),
            playerKey(match.players[color]),
            (key) => ctrl.setPlayer(color, playerFromKey(key)),
            t("player.choose", { color: colorName(color) }),
          )
        : null,
      thinkingText(ctrl, color),
      el("span.gap"),
      clockView(ctrl, color),
    ],
  );
}

function thinkingText(ctrl: Controller, color: Color): VNode | null {
  const { match } = ctrl;
  if (!match?.thinking || match.turn !== color) return null;
  return el("span.thinking", { attrs: { role: "status" } }, [t("player.thinking")]);
}

/** Builds a clock, which updates its own text ten times a second without a redraw. */
function clockView(ctrl: Controller, color: Color): VNode | null {
  const clock = ctrl.match?.clock;
  if (!clock) return null;
  return el("time.clock", {
    key: `clock-${color}`,
    attrs: { role: "timer", "data-clock": color },
    class: { running: clock.running === color },
    hook: {
      insert: (vnode) => runClock(ctrl, color, vnode.elm as HTMLElement),
      postpatch: (_, vnode) => writeClock(ctrl, color, vnode.elm as HTMLElement),
    },
  });
}

/** Side and second of the last countdown tick. */
let lastTick = "";

function writeClock(ctrl: Controller, color: Color, node: HTMLElement): void {
  const clock = ctrl.match?.clock;
  if (!clock) return;
  const time = clock.displayTime(color);
  const text = clockText(time);
  if (node.textContent !== text) node.textContent = text;
  node.classList.toggle("byoyomi", clock.isInByoyomi(color));
  node.classList.toggle("low", time < 10_000);
  const isPerson = ctrl.match?.players[color].kind === "human";
  const second = `${color}${Math.ceil(time / 1000)}`;
  if (clock.running === color && isPerson && time < 10_000 && time > 0 && second !== lastTick) {
    lastTick = second;
    if (ctrl.settings.sound) playSound("tick", ctrl.settings.volume);
  }
}

function runClock(ctrl: Controller, color: Color, node: HTMLElement): void {
  writeClock(ctrl, color, node);
  const timer = setInterval(() => {
    if (node.isConnected) writeClock(ctrl, color, node);
    else clearInterval(timer);
  }, 100);
}

/** Returns the engine's latest score, depth and node count. */
export function engineInfoText(ctrl: Controller): string | null {
  const latest = ctrl.match?.lastInfo;
  if (!latest) return null;
  const { color, info } = latest;
  const score = color === "black" ? info.score : negate(info.score);
  return t("player.info", { score: scoreText(score), depth: info.depth, nodes: info.nodes.toLocaleString() });
}
