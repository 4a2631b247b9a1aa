/** Who plays each side, and the side's clock. */

import type { VNode } from "snabbdom";
import type { Color } from "../api/types.ts";
import type { Ctrl } from "../ctrl.ts";
import { colorName, mark } from "../describe.ts";
import { t } from "../i18n.ts";
import { scoreText } from "../play/analysis.ts";
import { clockText } from "../play/clock.ts";
import type { Player } from "../play/match.ts";
import { play as playSound } from "../sound.ts";
import { el, type Option, select } from "./html.ts";

export function playerOptions(levels: number): Option[] {
  const engine = Array.from(
    { length: levels },
    (_, index): Option => [String(index + 1), t("player.level", { level: index + 1 })],
  );
  return [["human", t("player.human")], ...engine];
}

export const playerKey = (player: Player): string =>
  player.kind === "human" ? "human" : String(player.level);

export const playerOf = (key: string): Player =>
  key === "human" ? { kind: "human" } : { kind: "engine", level: Number(key) };

export function playerView(ctrl: Ctrl, place: "top" | "bottom"): VNode {
  const color: Color = (place === "bottom") === (ctrl.orientation === "black") ? "black" : "white";
  const { match } = ctrl;
  const turn = match?.running ? match.turn === color : ctrl.node.turn === color;
  return el(
    `div.player.player-${place}`,
    { key: `player-${place}`, attrs: { "data-color": color }, class: { turn } },
    [
      el("span.mark", { attrs: { "aria-hidden": "true" } }, [mark(color)]),
      el("span.color", {}, [colorName(color)]),
      match
        ? select(
            `player-${color}`,
            playerOptions(ctrl.games.limits.levels),
            playerKey(match.players[color]),
            (key) => ctrl.setPlayer(color, playerOf(key)),
            t("player.choose", { color: colorName(color) }),
          )
        : null,
      thinking(ctrl, color),
      el("span.gap"),
      clock(ctrl, color),
    ],
  );
}

function thinking(ctrl: Ctrl, color: Color): VNode | null {
  const { match } = ctrl;
  if (!match?.thinking || match.turn !== color) return null;
  return el("span.thinking", { attrs: { role: "status" } }, [t("player.thinking")]);
}

/** Runs by itself: ten times a second only these letters change. */
function clock(ctrl: Ctrl, color: Color): VNode | null {
  const clock = ctrl.match?.clock;
  if (!clock) return null;
  return el("time.clock", {
    key: `clock-${color}`,
    attrs: { role: "timer", "data-clock": color },
    class: { running: clock.running === color },
    hook: {
      insert: (vnode) => tickClock(ctrl, color, vnode.elm as HTMLElement),
      postpatch: (_, vnode) => writeClock(ctrl, color, vnode.elm as HTMLElement),
    },
  });
}

let lastTick = "";

function writeClock(ctrl: Ctrl, color: Color, node: HTMLElement): void {
  const clock = ctrl.match?.clock;
  if (!clock) return;
  const byoyomi = clock.inByoyomi(color);
  const shown = clock.shown(color);
  const text = clockText(shown);
  if (node.textContent !== text) node.textContent = text;
  node.classList.toggle("byoyomi", byoyomi);
  node.classList.toggle("low", shown < 10_000);
  const person = ctrl.match?.players[color].kind === "human";
  const second = `${color}${Math.ceil(shown / 1000)}`;
  if (clock.running === color && person && shown < 10_000 && shown > 0 && second !== lastTick) {
    lastTick = second;
    if (ctrl.settings.sound) playSound("tick");
  }
}

function tickClock(ctrl: Ctrl, color: Color, node: HTMLElement): void {
  writeClock(ctrl, color, node);
  const timer = setInterval(() => {
    if (node.isConnected) writeClock(ctrl, color, node);
    else clearInterval(timer);
  }, 100);
}

/** What the engine saw when it moved last, for the curious. */
export function engineSaw(ctrl: Ctrl): string | null {
  const seen = ctrl.match?.seen;
  if (!seen) return null;
  const { info } = seen;
  const score =
    seen.color === "black"
      ? info.score
      : "cp" in info.score
        ? { cp: -info.score.cp }
        : { mate: -info.score.mate };
  return t("player.saw", { score: scoreText(score), depth: info.depth, nodes: info.nodes.toLocaleString() });
}
