/** The column beside the board: analysis, moves, and what can be done. */

import type { VNode } from "snabbdom";
import type { Ctrl } from "../ctrl.ts";
import { askHint, begin, offerDraw, playHere as playOn, share } from "../actions.ts";
import { notate } from "../describe.ts";
import { t } from "../i18n.ts";
import { isMainLine } from "../model/tree.ts";
import { button, el, iconButton } from "./html.ts";
import { analysisView } from "./lines.ts";
import { commentView, movesView } from "./moves.ts";
import { engineSaw } from "./players.ts";
import { statusView } from "./status.ts";

export function panelView(ctrl: Ctrl): VNode {
  return el("section.panel", { attrs: { "aria-label": t("panel.label") } }, [
    analysisView(ctrl),
    movesView(ctrl),
    offers(ctrl),
    statusView(ctrl),
    walking(ctrl),
    gameActions(ctrl),
    entry(ctrl),
    el("details.more", {}, [
      el("summary", {}, [t("more.label")]),
      commentView(ctrl),
      el("div.actions", {}, treeActions(ctrl)),
      engineSaw(ctrl) ? el("p.hint", {}, [engineSaw(ctrl)]) : null,
    ]),
  ]);
}

function walking(ctrl: Ctrl): VNode {
  const { node } = ctrl;
  const start = !node.parent;
  const end = !node.children.length;
  return el("nav.walking", { attrs: { "aria-label": t("walk.label") } }, [
    iconButton("first", "first", t("walk.first"), () => ctrl.walk("first"), { disabled: start }),
    iconButton("back", "back", t("walk.back"), () => ctrl.walk("back"), { disabled: start }),
    iconButton("forward", "forward", t("walk.forward"), () => ctrl.walk("forward"), { disabled: end }),
    iconButton("last", "last", t("walk.last"), () => ctrl.walk("last"), { disabled: end }),
    iconButton("flip", "flip", t("walk.flip"), () => ctrl.flip()),
  ]);
}

/**
 * Buttons that come and go: their row takes its room from the list of moves, so that those below
 * stay where they are.
 */
function offers(ctrl: Ctrl): VNode {
  const { match } = ctrl;
  const away = match?.running && ctrl.node !== match.live;
  const declares = !away && match?.awaitsPerson() && ctrl.position?.declaration;
  return el("div.offers", { key: "offers" }, [
    away ? button("live", t("act.live"), () => ctrl.jump(match.live)) : null,
    away ? playHere(ctrl) : null,
    declares ? button("declare", t("act.declare"), () => ctrl.declare()) : null,
    match?.running && ctrl.resigning ? sureOfResigning(ctrl) : null,
    match?.running && ctrl.offering ? sureOfDraw(ctrl) : null,
  ]);
}

function gameActions(ctrl: Ctrl): VNode {
  const { match } = ctrl;
  if (!match) return el("div.actions", { key: "free" }, [playHere(ctrl), hint(ctrl)]);
  if (!match.running)
    return el("div.actions", { key: "over" }, [
      button("rematch", t("act.rematch"), () => begin(ctrl, { ...match.setup, players: match.players })),
      playHere(ctrl),
      match.end?.reason === "resignation" || match.takeBackTarget() ? takeBack(ctrl) : null,
    ]);
  const pauses = match.paused || match.clock !== null || match.bothEngines();
  return el("div.actions", { key: "running" }, [
    iconButton(
      "pause",
      match.paused ? "play" : "pause",
      t(match.paused ? "act.resume" : "act.pause"),
      () => (match.paused ? match.resume() : match.pause()),
      { disabled: !pauses },
    ),
    takeBack(ctrl),
    hint(ctrl),
    match.bothEngines()
      ? null
      : iconButton("draw", "hand", t("act.draw"), () => ctrl.askDraw(!ctrl.offering), {
          disabled: ctrl.asking || match.thinking,
          pressed: ctrl.offering,
        }),
    match.hasEngine() ? iconButton("swap", "swap", t("act.swap"), () => ctrl.swapSides()) : null,
    match.bothEngines()
      ? null
      : iconButton("resign", "flag", t("act.resign"), () => ctrl.askResign(!ctrl.resigning), {
          pressed: ctrl.resigning,
        }),
  ]);
}

const takeBack = (ctrl: Ctrl): VNode =>
  iconButton("takeback", "undo", t("act.takeback"), () => ctrl.takeBack(), {
    disabled: !ctrl.match?.takeBackTarget(),
  });

const hint = (ctrl: Ctrl): VNode =>
  iconButton("hint", "bulb", t("act.hint"), () => void askHint(ctrl), {
    disabled: ctrl.asking || !ctrl.movable() || !ctrl.position?.moves.length,
    pressed: ctrl.asking,
  });

/** Asks once more before a game is resigned. */
function sureOfResigning(ctrl: Ctrl): VNode {
  return el("span.sure", { key: "sure" }, [
    button(
      "resign-yes.danger",
      t("act.resign.sure"),
      () => {
        ctrl.askResign(false);
        ctrl.match?.resign();
      },
      { careful: true },
    ),
    iconButton("resign-no", "close", t("act.cancel"), () => ctrl.askResign(false)),
  ]);
}

/** Asks once more before a draw is offered: the engine may accept at once. */
const sureOfDraw = (ctrl: Ctrl): VNode =>
  el("span.sure", { key: "sure-of-draw" }, [
    button("draw-yes.danger", t("act.draw.sure"), () => void offerDraw(ctrl), {
      careful: true,
      disabled: ctrl.asking || Boolean(ctrl.match?.thinking),
    }),
    iconButton("draw-no", "close", t("act.cancel"), () => ctrl.askDraw(false)),
  ]);

function playHere(ctrl: Ctrl): VNode {
  return button("play-here", t("act.playhere"), () => playOn(ctrl), {
    disabled: !ctrl.position?.moves.length,
  });
}

function treeActions(ctrl: Ctrl): (VNode | null)[] {
  const { node } = ctrl;
  const fixed = Boolean(ctrl.match?.running) && isMainLine(node);
  return [
    button("promote", t("tree.promote"), () => ctrl.promote(node), {
      disabled: isMainLine(node) || Boolean(ctrl.match?.running),
    }),
    button("remove", t("tree.remove"), () => ctrl.remove(node), { disabled: fixed || !node.parent }),
    button("share", t("act.share"), () => void share(ctrl)),
  ];
}

/** A move may be typed, as it is written or as the program writes it. */
function entry(ctrl: Ctrl): VNode {
  return el("div.entry", {}, [
    el("input", {
      key: "entry",
      attrs: {
        name: "entry",
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        placeholder: t("entry.placeholder"),
        "aria-label": t("entry.label"),
        list: "legal-moves",
      },
      on: {
        keydown: (event) => {
          const field = event.target as HTMLInputElement;
          const word = field.value.trim();
          // Enter may also end a word in an input method.
          if (event.key !== "Enter" || event.isComposing || !word) return;
          void ctrl.typed(word).then((good) => {
            if (good) field.value = "";
          });
        },
      },
    }),
    el(
      "datalist",
      { attrs: { id: "legal-moves" } },
      ctrl.legal().map((move) => {
        const value = notate(move, ctrl.game, ctrl.settings.notation, ctrl.node.move);
        return el("option", { key: move.usi, attrs: { value } });
      }),
    ),
  ]);
}
