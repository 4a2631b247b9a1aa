/** The opening explorer: the moves of the book, names of openings, and counts of moves in games. */

import type { Color, Game, Games, ImportedGame, Move } from "../api/types.ts";
import { api } from "../api/client.ts";
import { type Lang } from "../model/settings.ts";
import { t } from "../i18n.ts";
import { loadGames } from "../model/game-store.ts";
import { type BookMove, bookMoves, fetchBook, type OpeningBook, positionKey } from "../model/opening-book.ts";
import { COUNTED_PLIES, OpeningCounts, type ResultCount, totalOf } from "../model/opening-counts.ts";
import type { TreeNode } from "../model/tree.ts";
import { readRecords } from "./import-export.ts";

interface OpeningsHost {
  readonly games: Games;
  readonly game: Game;
  readonly node: TreeNode;
  notify(text: string, kind?: "error" | "info"): void;
  showError(error: unknown): void;
  redraw(): void;
}

/** A move of the explorer: of the book, of the counted games, or of both. */
export interface OpeningMove {
  move: Move;
  book: BookMove | undefined;
  count: ResultCount | undefined;
}

/** Names of openings by game, then by the SFEN of their positions without the move number. */
type OpeningNames = Record<string, Record<string, Record<Lang, string>>>;

/** A game whose moves can be counted. */
interface FinishedGame {
  game: string;
  start: string | null;
  moves: { usi: string }[];
  winner: Color | null;
}

export class Openings {
  /** Counts the games of a file or of the list; null if none is being read. */
  progress: { read: number; total: number } | null = null;
  /** Books by game; null for a game without one, undefined while it is fetched. */
  private books = new Map<string, OpeningBook | null | undefined>();
  private counts = new Map<string, OpeningCounts>();
  private names: OpeningNames = {};
  private host: OpeningsHost;

  constructor(host: OpeningsHost) {
    this.host = host;
  }

  /** Fetches the names of openings. */
  async loadNames(): Promise<void> {
    const response = await fetch("openings.json");
    if (response.ok) this.names = (await response.json()) as OpeningNames;
  }

  /** Returns the book of the displayed game; undefined until it is fetched. */
  book(): OpeningBook | null | undefined {
    const { name, loaded } = this.host.game;
    if (loaded) return null;
    if (!this.books.has(name)) void this.loadBook(name);
    return this.books.get(name);
  }

  private async loadBook(game: string): Promise<void> {
    this.books.set(game, undefined);
    try {
      this.books.set(game, await fetchBook(game));
    } catch (error) {
      this.books.set(game, null);
      this.host.showError(error);
    }
    this.host.redraw();
  }

  /** Number of counted games of the displayed game. */
  countedGames(): number {
    return this.counts.get(this.host.game.name)?.games ?? 0;
  }

  /** Returns the name of the last named position on the way to the displayed one. */
  name(lang: Lang): string | null {
    const names = this.names[this.host.game.name];
    if (!names) return null;
    for (let node: TreeNode | null = this.host.node; node; node = node.parent) {
      const name = names[positionKey(node.sfen)];
      if (name) return name[lang];
    }
    return null;
  }

  /** Returns the moves in the displayed position: those of the book, best first, then the others by their number. */
  moves(): OpeningMove[] {
    const { node, game } = this.host;
    const legal = new Map((node.position?.moves ?? []).map((move) => [move.usi, move]));
    const book = this.books.get(game.name);
    const inBook = new Map((book ? bookMoves(book, node.sfen) : []).map((move) => [move.usi, move]));
    const counts = this.counts.get(game.name)?.moves(node.sfen) ?? new Map<string, ResultCount>();
    const others = [...counts].filter(([usi]) => !inBook.has(usi)).sort(([, one], [, two]) => totalOf(two) - totalOf(one));
    return [...inBook.keys(), ...others.map(([usi]) => usi)].flatMap((usi) => {
      const move = legal.get(usi);
      return move ? [{ move, book: inBook.get(usi), count: counts.get(usi) }] : [];
    });
  }

  /** Counts the moves of the games in the list of all games. */
  async countMyGames(): Promise<void> {
    try {
      const { games } = await loadGames();
      const finished = games.flatMap(({ game, start, moves, end }) =>
        end ? [{ game, start, moves, winner: end.winner }] : [],
      );
      await this.count(finished);
    } catch (error) {
      this.host.showError(error);
    }
  }

  /** Counts the moves of the games in a file. */
  async countFile(file: File): Promise<void> {
    try {
      const text = await readRecords(file, this.host);
      if (text === null) return;
      const { games, total, failures } = await api.importText(text, this.host.game.name);
      await this.count(games.flatMap(finishedGame));
      const [failure] = failures;
      if (failure) this.host.notify(`${t("records.failure", { line: failure.line })} ${failure.message}`, "error");
      else if (total > games.length) this.host.notify(t("openings.first", { count: games.length, total }), "info");
    } catch (error) {
      this.host.showError(error);
    }
  }

  /** Counts the finished games of the displayed game, instead of those counted before. */
  private async count(all: FinishedGame[]): Promise<void> {
    const { name } = this.host.game;
    const games = all.filter(({ game }) => game === name);
    const counts = new OpeningCounts();
    this.progress = { read: 0, total: games.length };
    try {
      for (const { game, start, moves, winner } of games) {
        const { steps } = await api.line({ game, start, moves: moves.slice(0, COUNTED_PLIES).map(({ usi }) => usi) });
        counts.add(steps, winner);
        this.progress.read += 1;
        if (this.progress.read % 20 === 0) this.host.redraw();
      }
      this.counts.set(name, counts);
      if (!games.length) this.host.notify(t("openings.no-games"), "info");
    } finally {
      this.progress = null;
      this.host.redraw();
    }
  }
}

const finishedGame = ({ game, start, moves, result }: ImportedGame): FinishedGame[] =>
  result && result !== "void" ? [{ game, start, moves, winner: result === "draw" ? null : result }] : [];
