/** The panel beside the board: analysis, move list and buttons. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { offerDraw, requestHint } from "../actions/engine.ts";
import { playFromHere, startGame } from "../actions/game.ts";
import { shareLink } from "../actions/share.ts";
import { formatMove } from "../describe.ts";
import { t } from "../i18n.ts";
import { isOnMainLine } from "../model/tree.ts";
import { button, el, iconButton } from "./html.ts";
import { analysisView } from "./analysis.ts";
import { commentField, movesView } from "./moves.ts";
import { engineInfoText } from "./players.ts";
import { statusView } from "./status.ts";

export function panelView(ctrl: Controller): VNode {
  return el("section.panel", { attrs: { "aria-label": t("panel.label") } }, [
    analysisView(ctrl),
    movesView(ctrl),
    prompts(ctrl),
    statusView(ctrl),
    navigation(ctrl),
    gameActions(ctrl),
    moveField(ctrl),
    el("details.more", {}, [
      el("summary", {}, [t("more.label")]),
      commentField(ctrl),
      el("div.actions", {}, treeActions(ctrl)),
      engineInfoText(ctrl) ? el("p.hint", {}, [engineInfoText(ctrl)]) : null,
    ]),
  ]);
}

function navigation(ctrl: Controller): VNode {
  const { node } = ctrl;
  const isStart = !node.parent;
  const isEnd = !node.children.length;
  return el("nav.navigation", { attrs: { "aria-label": t("navigate.label") } }, [
    iconButton("first", "first", t("navigate.first"), () => ctrl.step("first"), { disabled: isStart }),
    iconButton("back", "back", t("navigate.back"), () => ctrl.step("back"), { disabled: isStart }),
    iconButton("forward", "forward", t("navigate.forward"), () => ctrl.step("forward"), { disabled: isEnd }),
    iconButton("last", "last", t("navigate.last"), () => ctrl.step("last"), { disabled: isEnd }),
    iconButton("flip", "flip", t("navigate.flip"), () => ctrl.flip()),
  ]);
}

/**
 * Builds the row of temporary buttons. The move list shrinks to make room for it, so that the
 * buttons below do not move.
 */
function prompts(ctrl: Controller): VNode {
  const { match } = ctrl;
  const isAway = match?.running && ctrl.node !== match.live;
  const canDeclare = !isAway && match?.isPersonToMove() && ctrl.position?.declaration;
  return el("div.prompts", { key: "prompts" }, [
    isAway ? button("live", t("act.live"), () => ctrl.goTo(match.live)) : null,
    isAway ? playHereButton(ctrl) : null,
    canDeclare ? button("declare", t("act.declare"), () => ctrl.declareWin()) : null,
    match?.running && ctrl.isConfirmingResign ? confirmResign(ctrl) : null,
    match?.running && ctrl.isConfirmingDraw ? confirmDraw(ctrl) : null,
  ]);
}

function gameActions(ctrl: Controller): VNode {
  const { match } = ctrl;
  if (!match) return el("div.actions", { key: "free" }, [playHereButton(ctrl), hintButton(ctrl)]);
  if (!match.running)
    return el("div.actions", { key: "over" }, [
      button("rematch", t("act.rematch"), () => startGame(ctrl, { ...match.setup, players: match.players })),
      playHereButton(ctrl),
      match.end?.reason === "resignation" || match.takeBackTarget() ? takeBackButton(ctrl) : null,
    ]);
  const canPause = match.paused || match.clock !== null || match.hasTwoEngines();
  return el("div.actions", { key: "running" }, [
    iconButton(
      "pause",
      match.paused ? "play" : "pause",
      t(match.paused ? "act.resume" : "act.pause"),
      () => (match.paused ? match.resume() : match.pause()),
      { disabled: !canPause },
    ),
    takeBackButton(ctrl),
    hintButton(ctrl),
    match.hasTwoEngines()
      ? null
      : iconButton("draw", "hand", t("act.draw"), () => ctrl.setConfirmingDraw(!ctrl.isConfirmingDraw), {
          disabled: ctrl.isAwaitingEngine || match.thinking,
          pressed: ctrl.isConfirmingDraw,
        }),
    match.hasEngine() ? iconButton("swap", "swap", t("act.swap"), () => ctrl.swapSides()) : null,
    match.hasTwoEngines()
      ? null
      : iconButton(
          "resign",
          "flag",
          t("act.resign"),
          () => ctrl.setConfirmingResign(!ctrl.isConfirmingResign),
          {
            pressed: ctrl.isConfirmingResign,
          },
        ),
  ]);
}

const takeBackButton = (ctrl: Controller): VNode =>
  iconButton("takeback", "undo", t("act.takeback"), () => ctrl.takeBack(), {
    disabled: !ctrl.match?.takeBackTarget(),
  });

const hintButton = (ctrl: Controller): VNode =>
  iconButton("hint", "bulb", t("act.hint"), () => void requestHint(ctrl), {
    disabled: ctrl.isAwaitingEngine || !ctrl.movableColor() || !ctrl.position?.moves.length,
    pressed: ctrl.isAwaitingEngine,
  });

function confirmResign(ctrl: Controller): VNode {
  return el("span.inline-confirm", { key: "confirm-resign" }, [
    button(
      "resign-yes.danger",
      t("act.resign.sure"),
      () => {
        ctrl.setConfirmingResign(false);
        ctrl.match?.resign();
      },
      { ignoresDoubleClick: true },
    ),
    iconButton("resign-no", "close", t("act.cancel"), () => ctrl.setConfirmingResign(false)),
  ]);
}

/** Builds the confirmation of a draw offer, which the engine may accept immediately. */
const confirmDraw = (ctrl: Controller): VNode =>
  el("span.inline-confirm", { key: "confirm-draw" }, [
    button("draw-yes.danger", t("act.draw.sure"), () => void offerDraw(ctrl), {
      ignoresDoubleClick: true,
      disabled: ctrl.isAwaitingEngine || Boolean(ctrl.match?.thinking),
    }),
    iconButton("draw-no", "close", t("act.cancel"), () => ctrl.setConfirmingDraw(false)),
  ]);

function playHereButton(ctrl: Controller): VNode {
  return button("play-here", t("act.playhere"), () => playFromHere(ctrl), {
    disabled: !ctrl.position?.moves.length,
  });
}

function treeActions(ctrl: Controller): (VNode | null)[] {
  const { node } = ctrl;
  const isFixed = Boolean(ctrl.match?.running) && isOnMainLine(node);
  return [
    button("promote", t("tree.promote"), () => ctrl.promote(node), {
      disabled: isOnMainLine(node) || Boolean(ctrl.match?.running),
    }),
    button("remove", t("tree.remove"), () => ctrl.remove(node), { disabled: isFixed || !node.parent }),
    button("share", t("act.share"), () => void shareLink(ctrl)),
  ];
}

/** Builds the field for typed moves. */
function moveField(ctrl: Controller): VNode {
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
          const text = field.value.trim();
          // Enter may also confirm text in an input method.
          if (event.key !== "Enter" || event.isComposing || !text) return;
          void ctrl.playTypedMove(text).then((isPlayed) => {
            if (isPlayed) field.value = "";
          });
        },
      },
    }),
    el(
      "datalist",
      { attrs: { id: "legal-moves" } },
      ctrl.legalMoves().map((move) => {
        const value = formatMove(move, ctrl.game, ctrl.settings.notation, ctrl.node.move);
        return el("option", { key: move.usi, attrs: { value } });
      }),
    ),
  ]);
}
