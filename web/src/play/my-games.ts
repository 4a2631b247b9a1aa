/** The list of all games: its filter, and opening, deletion, export and import of games. */

import type { Color, Games } from "../api/types.ts";
import { api } from "../api/client.ts";
import type { Confirmation } from "../controller.ts";
import { playerName } from "../describe.ts";
import { downloadText } from "../download.ts";
import { t } from "../i18n.ts";
import { clearGames, deleteGames, loadGames, putGames } from "../model/game-store.ts";
import {
  isStoredGame,
  personalResult,
  recordOf,
  type StoredGame,
  storedRecord,
  treeOfStored,
} from "../model/stored-game.ts";
import { lastNode, type Tree, type TreeNode } from "../model/tree.ts";
import { decodeText } from "./import-export.ts";
import { Match, type MatchHost, personOf } from "./match.ts";

interface MyGamesHost extends MatchHost {
  readonly games: Games;
  match: Match | null;
  orientation: Color;
  hasGame(name: string): boolean;
  openTree(game: string, start: string | null, tree: Tree, node: TreeNode): void;
  confirm(confirmation: Confirmation): void;
  confirmIfPlaying(action: () => void): void;
  notify(text: string, kind?: "error" | "info"): void;
  saveAndRedraw(): void;
}

/** Form of an exported file. */
interface GamesFile {
  format: "kawari-games";
  version: 1;
  games: StoredGame[];
}

export interface Filter {
  /** Name of a game; empty for all. */
  game: string;
  /** A {@link PersonalResult}; empty for all. */
  result: string;
  /** A level of the engine, or `human` for games without the engine; empty for all. */
  opponent: string;
}

const NO_FILTER: Filter = { game: "", result: "", opponent: "" };

/** Number of games that are shown at first, and with each press of "show more". */
const PAGE = 50;

/** Returns the opponents of a game in the form of the filter. */
export function opponentsOf({ players: { black, white } }: StoredGame): string[] {
  const levels = [black, white].flatMap((player) => (player.kind === "engine" ? String(player.level) : []));
  return levels.length ? levels : ["human"];
}

export class MyGames {
  /** All games, the newest first; null until they are loaded. */
  all: StoredGame[] | null = null;
  /** Number of entries that cannot be read. */
  damaged = 0;
  hasFailed = false;
  filter = NO_FILTER;
  /** Number of games that the list shows at most. */
  limit = PAGE;
  private host: MyGamesHost;

  constructor(host: MyGamesHost) {
    this.host = host;
  }

  async load(): Promise<void> {
    try {
      const { games, damaged } = await loadGames();
      this.all = games;
      this.damaged = damaged;
      this.hasFailed = false;
      if (!this.filtered().length) this.filter = NO_FILTER;
    } catch {
      this.all = [];
      this.hasFailed = true;
    }
    this.host.redraw();
  }

  get isFiltered(): boolean {
    return Object.values(this.filter).some(Boolean);
  }

  /** Returns the games that match the filter. */
  filtered(): StoredGame[] {
    const { game, result, opponent } = this.filter;
    return (this.all ?? []).filter(
      (one) =>
        (!game || one.game === game) &&
        (!result || personalResult(one) === result) &&
        (!opponent || opponentsOf(one).includes(opponent)),
    );
  }

  setFilter(change: Partial<Filter>): void {
    this.filter = { ...this.filter, ...change };
    this.limit = PAGE;
    this.host.redraw();
  }

  showMore(): void {
    this.limit += PAGE;
    this.host.redraw();
  }

  /** Opens a game at its start. Asks for confirmation first if that ends a running game. */
  open(stored: StoredGame): void {
    this.host.confirmIfPlaying(() => void this.openStored(stored));
  }

  private async openStored(stored: StoredGame): Promise<void> {
    const { host } = this;
    const { id, game, start, players, end } = stored;
    try {
      const tree = await treeOfStored(stored);
      host.openTree(game, start, tree, tree.root);
      const isWithFriend = [players.black, players.white].some(({ kind }) => kind === "friend");
      const setup = { game, start, players, time: null, ...(isWithFriend ? { friend: id } : {}) };
      host.match = new Match(host, setup, lastNode(tree.root), undefined, id);
      host.match.end = end;
      host.match.paused = !end && host.match.hasEngine();
      host.orientation = personOf(players) ?? "black";
      host.saveAndRedraw();
    } catch (error) {
      host.showError(error);
    }
  }

  delete(stored: StoredGame): void {
    this.confirmDeletion(t("games.delete.sure"), [stored]);
  }

  /** Number of entries that {@link deleteFiltered} deletes. */
  get deletableCount(): number {
    return this.filtered().length + (this.isFiltered ? 0 : this.damaged);
  }

  /** Deletes the games that match the filter; without a filter also the entries that cannot be read. */
  deleteFiltered(): void {
    const text = t("games.delete-all.sure", { count: this.deletableCount });
    this.confirmDeletion(text, this.filtered(), !this.isFiltered);
  }

  private confirmDeletion(text: string, games: StoredGame[], clears = false): void {
    const action = (): void => void this.deleteNow(games, clears);
    this.host.confirm({ text, yes: t("games.delete.yes"), no: t("act.cancel"), action });
  }

  private async deleteNow(games: StoredGame[], clears: boolean): Promise<void> {
    const { match } = this.host;
    const ids = games.map(({ id }) => id);
    // A finished game on the board is not stored again.
    if (match && !match.running && match.id && ids.includes(match.id)) match.id = null;
    try {
      await (clears ? clearGames() : deleteGames(ids));
    } catch {
      this.host.notify(t("games.unavailable"), "error");
    }
    this.host.saveAndRedraw();
    await this.load();
  }

  /** Saves the games that match the filter as a file that {@link importFile} reads. */
  exportJson(): void {
    const file: GamesFile = { format: "kawari-games", version: 1, games: this.filtered() };
    downloadText(fileName("json"), `${JSON.stringify(file)}\n`, "application/json");
  }

  /** Saves the games that match the filter as a text with a record for each. */
  async exportRecords(): Promise<void> {
    try {
      const texts: string[] = [];
      for (const stored of this.filtered()) {
        const record = recordOf(stored, (color) => nameOf(stored, color));
        texts.push((await api.exportRecord("record", record)).text.trimEnd());
      }
      downloadText(fileName("txt"), `${texts.join("\n\n")}\n`);
    } catch (error) {
      this.host.showError(error);
    }
  }

  /** Adds the games of a file: one that {@link exportJson} has written, or records in any format. */
  async importFile(file: File | undefined): Promise<void> {
    if (!file) return;
    const { host } = this;
    try {
      const { games, skipped } = await this.readFile(file);
      try {
        await putGames(games);
      } catch {
        return host.notify(t("games.not-stored"), "error");
      }
      const count = games.length;
      if (skipped) host.notify(t("games.imported.skipped", { count, skipped }), "error");
      else host.notify(t("games.imported", { count }));
      await this.load();
    } catch (error) {
      host.showError(error);
    }
  }

  private async readFile(file: File): Promise<{ games: StoredGame[]; skipped: number }> {
    const text = decodeText(await file.arrayBuffer());
    const exported = parseGamesFile(text);
    if (exported) {
      const games = exported.filter(isStoredGame);
      return { games, skipped: exported.length - games.length };
    }
    const { games, failures } = await api.importText(text, this.host.games.games[0]?.name ?? "");
    return { games: games.map(storedRecord), skipped: failures.length };
  }
}

/** Returns the entries of a file with games, or null if the text is not such a file. */
function parseGamesFile(text: string): unknown[] | null {
  try {
    const file = JSON.parse(text) as Partial<GamesFile> | null;
    return file?.format === "kawari-games" && Array.isArray(file.games) ? file.games : null;
  } catch {
    return null;
  }
}

const fileName = (extension: string): string =>
  `kawari-games-${new Date().toISOString().slice(0, 10)}.${extension}`;

export const nameOf = ({ players, names }: StoredGame, color: Color): string =>
  names?.[color] ?? playerName(players[color]);
