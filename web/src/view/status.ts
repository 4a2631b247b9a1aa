/** Game status: side to move, result, and counts that approach their limits. */

import type { VNode } from "snabbdom";
import type { Counts, Outcome, Position } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { colorName, describeEnd, describeReason } from "../describe.ts";
import { t } from "../i18n.ts";
import { el } from "./html.ts";

export function statusView(ctrl: Controller): VNode {
  const { match, node } = ctrl;
  const outcome = node.outcome;
  const end = match?.end && node === match.live ? match.end : outcome;
  return el("div.status", { attrs: { role: "status" } }, [
    end
      ? el("p.result", { attrs: { "data-winner": end.winner ?? "none", "data-reason": end.reason } }, [
          describeEnd(end, node.sfen, match?.personColor() ?? null),
        ])
      : el("p.turn", {}, [
          turnText(ctrl),
          node.check ? el("strong.check", {}, [` ${t("announce.check")}`]) : null,
        ]),
    end && ctrl.winStreak ? nextLevelText(ctrl.winStreak) : null,
    ...(end ? [] : counts(ctrl.position)),
  ]);
}

function nextLevelText({ level, wins }: { level: number; wins: number }): VNode {
  const next = level + 1;
  const name = t(`level.${next}`);
  return el("p.next-level", {}, [t("result.next-level", { wins, level, next, name })]);
}

function turnText(ctrl: Controller): string {
  const { match, node } = ctrl;
  const color = colorName(node.turn);
  if (!match?.running) return t("status.turn", { color });
  if (node !== match.live) return t("status.other-position");
  if (match.paused) return t("status.paused");
  if (match.players[node.turn].kind === "friend") return t("status.friend", { color });
  if (match.players[node.turn].kind === "engine") return t("status.engine", { color });
  return match.personColor() ? t("status.yours", { color }) : t("status.turn", { color });
}

/** Share of its limit from which a count is shown. */
const SHOWN_FROM = 0.3;

const verdictText = (outcome: Outcome): string =>
  outcome.winner ? t("count.wins", { color: colorName(outcome.winner) }) : t("count.draw");

function counts(position: Position | null): (VNode | null)[] {
  if (!position) return [];
  const { repetition, clock, declaration } = position.counts;
  return [
    repetition.occurrences > 1
      ? count(
          "repetition",
          repetition.occurrences,
          repetition.limit,
          t("count.repetition"),
          repetition.verdict,
        )
      : null,
    clock && (clock.reason === "impasse" || clock.played >= clock.limit * SHOWN_FROM)
      ? count(clock.reason, clock.played, clock.limit, describeReason(clock.reason), clock.verdict)
      : null,
    clock?.points
      ? el("p.count", { attrs: { "data-count": "points" } }, [t("count.points", { ...clock.points })])
      : null,
    declaration ? declarationCount(declaration) : null,
  ];
}

function count(name: string, now: number, limit: number, label: string, outcome: Outcome | null): VNode {
  return el(
    "p.count",
    {
      key: name,
      attrs: { "data-count": name, "data-now": now, "data-limit": limit },
      class: { near: now >= limit - Math.max(1, limit * 0.1) },
    },
    [
      el("span", {}, [`${label} ${now} / ${limit}`]),
      el("meter", { attrs: { min: 0, max: limit, "aria-label": label }, props: { value: now } }),
      outcome ? el("span.verdict", {}, [verdictText(outcome)]) : null,
    ],
  );
}

function declarationCount(sides: NonNullable<Counts["declaration"]>): VNode {
  const side = (color: "black" | "white"): string => {
    const { pieces, piecesNeeded, points, pointsNeeded } = sides[color];
    return t("count.declaration", { color: colorName(color), pieces, piecesNeeded, points, pointsNeeded });
  };
  const counted = (["black", "white"] as const).filter((color) => sides[color].king);
  return el("p.count", { attrs: { "data-count": "declaration" } }, [counted.map(side).join(" ")]);
}
