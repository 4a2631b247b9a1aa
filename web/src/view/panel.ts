/** The panel beside the board: analysis, move list and buttons. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { offerDraw, requestHint, requestThreat } from "../actions/engine.ts";
import { eraseDrawings, toggleDrawing } from "../actions/drawing.ts";
import { playFromHere, rematch, startGame } from "../actions/game.ts";
import { shareLink } from "../actions/share.ts";
import { formatMove } from "../describe.ts";
import { t } from "../i18n.ts";
import { isOnMainLine } from "../model/tree.ts";
import type { Match } from "../play/match.ts";
import { button, el, iconButton } from "./html.ts";
import { analysisView } from "./analysis.ts";
import { learningPanel } from "./learn-button.ts";
import { commentField, movesView } from "./moves.ts";
import { engineInfoText } from "./players.ts";
import { openingsSection } from "./openings-section.ts";
import { statusView } from "./status.ts";

export function panelView(ctrl: Controller): VNode {
  const learning = learningPanel(ctrl);
  if (learning) return learning;
  return el("section.panel", { attrs: { "aria-label": t("panel.label") } }, [
    analysisView(ctrl),
    movesView(ctrl),
    prompts(ctrl),
    statusView(ctrl),
    navigation(ctrl),
    gameActions(ctrl),
    moveField(ctrl),
    el("div.drawers", {}, [
      openingsSection(ctrl),
      el("details.more", {}, [
        el("summary", {}, [t("more.label")]),
        commentField(ctrl),
        el("div.actions", {}, treeActions(ctrl)),
        engineInfoText(ctrl) ? el("p.hint", {}, [engineInfoText(ctrl)]) : null,
      ]),
    ]),
  ]);
}

export function navigation(ctrl: Controller): VNode {
  const { node } = ctrl;
  const isStart = !node.parent;
  const isEnd = !node.children.length;
  return el("nav.navigation", { attrs: { "aria-label": t("navigate.label") } }, [
    iconButton("first", "first", t("navigate.first"), () => ctrl.step("first"), { disabled: isStart }),
    iconButton("back", "back", t("navigate.back"), () => ctrl.step("back"), { disabled: isStart }),
    iconButton("forward", "forward", t("navigate.forward"), () => ctrl.step("forward"), { disabled: isEnd }),
    iconButton("last", "last", t("navigate.last"), () => ctrl.step("last"), { disabled: isEnd }),
    iconButton("flip", "flip", t("navigate.flip"), () => ctrl.flip()),
    iconButton("draw-mode", "arrow", t("draw.mode"), () => toggleDrawing(ctrl), {
      pressed: ctrl.board?.isDrawing ?? false,
    }),
  ]);
}

/**
 * Builds the row of temporary buttons. The move list shrinks to make room for it, so that the
 * buttons below do not move.
 */
function prompts(ctrl: Controller): VNode {
  const { match } = ctrl;
  const isAway = match?.running && ctrl.node !== match.live;
  const isFriendToMove = match?.running && match.playerToMove().kind === "friend";
  const isResigned = match?.setup.friend && match.end?.reason === "resignation";
  const canDeclare = !isAway && match?.isPersonToMove() && ctrl.position?.declaration;
  return el("div.prompts", { key: "prompts" }, [
    ctrl.board?.isDrawing ? eraseButton(ctrl) : null,
    isAway ? button("live", t("act.live"), () => ctrl.goTo(match.live)) : null,
    isAway ? playHereButton(ctrl) : null,
    canDeclare ? button("declare", t("act.declare"), () => ctrl.declareWin()) : null,
    isFriendToMove || isResigned
      ? button("send.primary", t("friend.send"), () => ctrl.openDialog("share"))
      : null,
    match && !match.running && ctrl.winStreak ? nextLevelButton(ctrl, match, ctrl.winStreak.level + 1) : null,
    match?.running && ctrl.isConfirmingResign ? confirmResign(ctrl) : null,
    match?.running && ctrl.isConfirmingDraw ? confirmDraw(ctrl) : null,
  ]);
}

/** Builds the button that erases the arrows and circles of the user. */
const eraseButton = (ctrl: Controller): VNode =>
  button("erase", t("draw.erase"), () => eraseDrawings(ctrl), { disabled: !ctrl.board?.hasDrawings });

/** Builds the button that starts a game against another level with the same sides and clock. */
function nextLevelButton(ctrl: Controller, match: Match, level: number): VNode {
  const players = { ...match.players };
  for (const color of ["black", "white"] as const)
    if (players[color].kind === "engine") players[color] = { kind: "engine", level };
  return button("next-level", t("act.next-level", { level, name: t(`level.${level}`) }), () => {
    ctrl.newGameForm = { ...ctrl.newGameForm, players };
    startGame(ctrl, { ...match.setup, players });
  });
}

function gameActions(ctrl: Controller): VNode {
  const { match } = ctrl;
  if (!match) return el("div.actions", { key: "free" }, [playHereButton(ctrl), hintButton(ctrl), threatButton(ctrl)]);
  if (!match.running)
    return el("div.actions", { key: "over" }, [
      button("rematch", t("act.rematch"), () => rematch(ctrl, match)),
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
    threatButton(ctrl),
    match.hasTwoEngines() || match.friendColor()
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

const threatButton = (ctrl: Controller): VNode =>
  iconButton("threat", "bolt", t("act.threat"), () => void requestThreat(ctrl), {
    disabled: ctrl.isAwaitingEngine || ctrl.node.outcome !== null,
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
    button("qr", t("share.qr"), () => ctrl.openDialog("share")),
  ];
}

/** Builds the field for typed moves. */
export function moveField(ctrl: Controller): VNode {
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
