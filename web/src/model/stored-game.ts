/** A game in the list of all games: its form in the database and in exported files. */

import type { Color, ImportedGame, RecordGame, RecordMove } from "../api/types.ts";
import type { WrittenMove } from "../describe.ts";
import { winningChances } from "../play/analysis.ts";
import { type GameEnd, type Match, type Player, type Players, personOf, TWO_PEOPLE } from "../play/match.ts";
import { recordMoves, treeOfRecord } from "./record.ts";
import { type Evaluation, lastNode, pathTo, type Tree, type TreeNode } from "./tree.ts";

export interface StoredGame {
  id: string;
  game: string;
  /** SFEN of the start position; null for the game's usual one. */
  start: string | null;
  /** Time of the last move, in ISO 8601. */
  date: string;
  players: Players;
  /** Names of the players in an imported record. */
  names?: Partial<Record<Color, string>>;
  /** Result; null if the game was abandoned. */
  end: GameEnd | null;
  /** Comment before the first move. */
  comment: string;
  moves: RecordMove[];
  /** The first moves. */
  opening: WrittenMove[];
  /** Evaluations of the start position and after each move; empty if the game was not analysed. */
  evaluations: (Evaluation | null)[];
  /** Accuracy of each side in percent; null if the game was not analysed. */
  accuracy: Record<Color, number> | null;
}

/** Number of moves that the list shows as the opening. */
const OPENING_MOVES = 4;

/** Result for the person in a game against the engine or a friend; else the winner's side. */
export type PersonalResult = "won" | "lost" | "draw" | "unfinished" | Color;

/** Returns the result from the view of the person. */
export function personalResult({ end, players }: StoredGame): PersonalResult {
  if (!end) return "unfinished";
  if (!end.winner) return "draw";
  const person = personOf(players);
  if (!person) return end.winner;
  return end.winner === person ? "won" : "lost";
}

/** Returns the level of the engine in a game between a person and the engine, else null. */
export function engineLevel({ players: { black, white } }: StoredGame): number | null {
  if (black.kind === "engine" && white.kind === "human") return black.level;
  return white.kind === "engine" && black.kind === "human" ? white.level : null;
}

/**
 * Returns the accuracy of a move in percent, with lichess's formula. `loss` is what the move lost on
 * the scale of {@link winningChances}.
 */
const moveAccuracy = (loss: number): number =>
  Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * 50 * loss) - 3.1669));

/** Returns the average accuracy of the moves of each side, or null if not all moves were analysed. */
export function accuracyOf(line: TreeNode[]): Record<Color, number> | null {
  const values: Record<Color, number[]> = { black: [], white: [] };
  for (const node of line) {
    if (!node.evaluation) return null;
    if (!node.parent?.evaluation) continue;
    const [before, after] = [node.parent.evaluation, node.evaluation];
    const sign = node.parent.turn === "black" ? 1 : -1;
    const loss = sign * (winningChances(before.score) - winningChances(after.score));
    values[node.parent.turn].push(moveAccuracy(loss));
  }
  if (!values.black.length || !values.white.length) return null;
  const average = (list: number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  return { black: average(values.black), white: average(values.white) };
}

/** Returns the entry of a game. `before` is its entry so far, if any. */
export function storedMatch(match: Match, start: string | null, id: string, before: StoredGame | null): StoredGame {
  const line = pathTo(match.live);
  const moves = recordMoves(match.live, (node) => node.comment);
  const accuracy = accuracyOf(line);
  const isUnchanged = before && sameMoves(before.moves, moves) && before.end?.reason === match.end?.reason;
  return {
    id,
    game: match.setup.game,
    start,
    date: isUnchanged ? before.date : new Date().toISOString(),
    players: { ...match.players },
    ...(before?.names ? { names: before.names } : {}),
    end: match.end,
    comment: line[0]?.comment ?? "",
    moves,
    opening: line.slice(1, 1 + OPENING_MOVES).flatMap(({ move }) => move ?? []).map(written),
    evaluations: accuracy ? line.map(({ evaluation }) => evaluation && compact(evaluation)) : [],
    accuracy,
  };
}

const written = ({ usi, record }: WrittenMove): WrittenMove => ({ usi, record });

/** Returns an evaluation without the best move, unless the played one was a mistake. */
const compact = (evaluation: Evaluation): Evaluation =>
  evaluation.glyph ? evaluation : { ...evaluation, best: null };

const sameMoves = (one: RecordMove[], two: RecordMove[]): boolean =>
  one.length === two.length && one.every((move, index) => move.usi === two[index]?.usi);

/** Returns the entry of a game from an imported record. The same record gives the same name. */
export function storedRecord(record: ImportedGame): StoredGame {
  const { game, moves } = record;
  const time = Date.parse(record.date ?? "");
  const names: StoredGame["names"] = {};
  if (record.black) names.black = record.black;
  if (record.white) names.white = record.white;
  return {
    id: `record ${game} ${record.start ?? ""} ${record.date ?? ""} ${moves.map((move) => move.usi).join(" ")}`,
    game,
    start: record.start,
    date: (Number.isNaN(time) ? new Date() : new Date(time)).toISOString(),
    players: TWO_PEOPLE,
    names,
    end: endOfRecord(record),
    comment: record.comment ?? "",
    moves,
    opening: moves.slice(0, OPENING_MOVES).map(({ usi, record: text }) => ({ usi, record: text ?? usi })),
    evaluations: [],
    accuracy: null,
  };
}

function endOfRecord({ result, reason }: ImportedGame): GameEnd | null {
  if (!result || result === "void") return null;
  const words = (reason ?? "").replaceAll(" ", "-") || (result === "draw" ? "agreement" : "resignation");
  return { winner: result === "draw" ? null : result, reason: words as GameEnd["reason"] };
}

/** Returns the record of an entry for an export. */
export const recordOf = (stored: StoredGame, playerName: (color: Color) => string): RecordGame => ({
  game: stored.game,
  start: stored.start,
  black: playerName("black"),
  white: playerName("white"),
  date: stored.date.slice(0, 10),
  result: stored.end ? (stored.end.winner ?? "draw") : null,
  reason: stored.end?.reason.replaceAll("-", " ") ?? null,
  comment: stored.comment || null,
  moves: stored.moves,
});

/** Builds the tree of an entry, with its evaluations. */
export async function treeOfStored(stored: StoredGame): Promise<Tree> {
  const { game, start, moves, comment } = stored;
  const tree = await treeOfRecord({ game, start, moves, comment });
  pathTo(lastNode(tree.root)).forEach((node, ply) => (node.evaluation = stored.evaluations[ply] ?? null));
  return tree;
}

// Validation of entries from the database and from files

type Unknown = Record<string, unknown>;

const isObject = (value: unknown): value is Unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isOptionalText = (value: unknown): boolean => value === undefined || value === null || isText(value);
const isColor = (value: unknown): value is Color => value === "black" || value === "white";

/** Maximum depth of nested variations. */
const MAX_DEPTH = 16;

const isMove = (value: unknown, depth = 0): boolean =>
  isObject(value) &&
  isText(value["usi"]) &&
  isOptionalText(value["comment"]) &&
  (value["variations"] === undefined ||
    (depth < MAX_DEPTH &&
      Array.isArray(value["variations"]) &&
      value["variations"].every((line) => Array.isArray(line) && line.every((move) => isMove(move, depth + 1)))));

const isPlayer = (value: unknown): value is Player =>
  isObject(value) &&
  (value["kind"] === "human" ||
    value["kind"] === "friend" ||
    (value["kind"] === "engine" && Number.isInteger(value["level"])));

const isEnd = (value: unknown): boolean =>
  value === null ||
  (isObject(value) && isText(value["reason"]) && (value["winner"] === null || isColor(value["winner"])));

const isScore = (value: unknown): boolean =>
  isObject(value) && (Number.isFinite(value["cp"]) || Number.isFinite(value["mate"]));

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const isBestMove = (value: unknown): boolean =>
  value === null ||
  (isObject(value) && [value["usi"], value["record"], value["to"]].every(isText) && Array.isArray(value["captures"]));

const isLines = (value: unknown): boolean =>
  value === undefined || (isObject(value) && isTexts(value["played"]) && isTexts(value["best"]));

function isMissed(value: unknown): boolean {
  if (!isObject(value)) return false;
  switch (value["kind"]) {
    case "win-allowed":
    case "win-missed":
      return Number.isInteger(value["plies"]) && isText(value["by"]);
    case "loss":
    case "gain-missed":
      return isTexts(value["lost"]) && isTexts(value["won"]);
    case "run":
      return isTexts(value["squares"]);
    default:
      return false;
  }
}

const isEvaluation = (value: unknown): boolean =>
  value === null ||
  (isObject(value) &&
    isScore(value["score"]) &&
    isBestMove(value["best"]) &&
    [null, "?!", "?", "??"].includes(value["glyph"] as string | null) &&
    isLines(value["lines"]) &&
    (value["missed"] === undefined || (Array.isArray(value["missed"]) && value["missed"].every(isMissed))));

const isAccuracy = (value: unknown): boolean =>
  value === null || (isObject(value) && Number.isFinite(value["black"]) && Number.isFinite(value["white"]));

/** Returns whether a value is a complete entry. */
export function isStoredGame(value: unknown): value is StoredGame {
  if (!isObject(value)) return false;
  const { id, game, start, date, players, names, end, comment, moves, opening, evaluations, accuracy } = value;
  return (
    isText(id) &&
    isText(game) &&
    (start === null || isText(start)) &&
    isText(date) &&
    !Number.isNaN(Date.parse(date)) &&
    isObject(players) &&
    isPlayer(players["black"]) &&
    isPlayer(players["white"]) &&
    (names === undefined || (isObject(names) && Object.values(names).every(isText))) &&
    isEnd(end) &&
    isText(comment) &&
    Array.isArray(moves) &&
    moves.every((move) => isMove(move)) &&
    Array.isArray(opening) &&
    opening.every((move) => isObject(move) && isText(move["usi"]) && isText(move["record"])) &&
    Array.isArray(evaluations) &&
    evaluations.every(isEvaluation) &&
    isAccuracy(accuracy)
  );
}
