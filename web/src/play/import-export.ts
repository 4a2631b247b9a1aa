/** Import and export of game records: the state of the dialog and its requests. */

import type { Color, GameFormat, Game, Games, ImportedGame, Line, RecordGame } from "../api/types.ts";
import { api } from "../api/client.ts";
import { playerName } from "../describe.ts";
import { downloadText } from "../download.ts";
import { t } from "../i18n.ts";
import { recordMoves, treeOfRecord } from "../model/record.ts";
import { pieceStyle, type Settings } from "../model/settings.ts";
import { lastNode, movesTo, type Tree, type TreeNode } from "../model/tree.ts";
import type { PictureKind } from "../pictures/game-pictures.ts";
import type { Match } from "./match.ts";

interface ImportExportHost {
  readonly games: Games;
  game: Game;
  start: string | null;
  tree: Tree;
  node: TreeNode;
  match: Match | null;
  openTree(game: string, start: string | null, tree: Tree, node: TreeNode): void;
  openDialog(dialog: "records"): void;
  confirmIfPlaying(action: () => void): void;
  notify(text: string, kind: "error"): void;
  readonly orientation: Color;
  readonly settings: Settings;
  lineTo(node: TreeNode): Line;
  showError(error: unknown): void;
  saveAndRedraw(): void;
  redraw(): void;
}

export class ImportExport {
  /** The text in the import field. */
  text = "";
  /** Games found in the imported text. */
  games: ImportedGame[] = [];
  failures: { line: number; message: string }[] = [];
  format: GameFormat | "picture" | PictureKind | null = null;
  exported: { text: string; name: string } | null = null;
  private host: ImportExportHost;

  constructor(host: ImportExportHost) {
    this.host = host;
  }

  async importFile(file: File | undefined): Promise<void> {
    if (!file) return;
    const text = await readRecords(file, this.host);
    if (text !== null) await this.importText(text);
  }

  /** Imports a text. Opens a single game directly; lists several games in the dialog. */
  async importText(text: string): Promise<void> {
    if (!text.trim()) return;
    try {
      const { games, failures } = await api.importText(text, this.host.game.name);
      this.games = games;
      this.failures = failures;
      const [only, second] = games;
      if (only && !second && !failures.length) this.open(only);
      else this.host.openDialog("records");
    } catch (error) {
      this.host.showError(error);
    }
    this.host.redraw();
  }

  /** Opens a record. Asks for confirmation first if that ends a running game. */
  open(record: RecordGame): void {
    this.host.confirmIfPlaying(() => void this.openRecord(record));
  }

  private async openRecord(record: RecordGame): Promise<void> {
    try {
      const tree = await treeOfRecord(record);
      this.host.openTree(record.game, record.start ?? null, tree, lastNode(tree.root));
      this.host.saveAndRedraw();
    } catch (error) {
      this.host.showError(error);
    }
  }

  async exportAs(format: GameFormat): Promise<void> {
    const { host } = this;
    this.format = format;
    // No older text is shown while the new one is written.
    this.exported = null;
    host.redraw();
    const record = this.currentRecord();
    // The displayed position may belong to a variation, which the main line does not contain.
    if (format === "sfen") record.moves = movesTo(host.node).map((usi) => ({ usi }));
    try {
      this.exported = await api.exportRecord(format, record);
    } catch (error) {
      host.showError(error);
    }
    host.redraw();
  }

  /** Selects a format with pictures of the whole game. */
  selectPictures(kind: PictureKind): void {
    this.format = kind;
    this.exported = null;
    this.host.redraw();
  }

  /** Draws the displayed position. */
  async exportPicture(): Promise<void> {
    const { host } = this;
    const { game, orientation: bottom, settings } = host;
    const { coordinates } = settings;
    this.format = "picture";
    try {
      const options = { pieces: pieceStyle(settings, game), bottom, coordinates };
      const { svg } = await api.picture(host.lineTo(host.node), options);
      this.exported = { text: svg, name: `${game.name}.svg` };
    } catch (error) {
      host.showError(error);
    }
    host.redraw();
  }

  private currentRecord(): RecordGame {
    const { game, match, start, tree } = this.host;
    const nameOf = (color: Color): string | null => {
      const player = match?.players[color];
      return player ? playerName(player) : null;
    };
    const outcome = match ? match.end : lastNode(tree.root).outcome;
    return {
      game: game.name,
      start,
      black: nameOf("black"),
      white: nameOf("white"),
      date: new Date().toISOString().slice(0, 10),
      result: outcome ? (outcome.winner ?? "draw") : null,
      reason: outcome?.reason.replaceAll("-", " ") ?? null,
      comment: tree.root.comment || null,
      moves: recordMoves(match?.live ?? lastNode(tree.root)),
    };
  }

  download(): void {
    if (!this.exported) return;
    const { name, text } = this.exported;
    downloadText(name, text, this.format === "picture" ? "image/svg+xml" : "text/plain");
  }
}

/** Reads a file with records. Notifies the user and returns null if it is too large. */
export async function readRecords(file: File, host: Pick<ImportExportHost, "games" | "notify">): Promise<string | null> {
  const limit = host.games.limits.importBody;
  if (file.size <= limit) return decodeText(await file.arrayBuffer());
  host.notify(t("error.too-large", { limit }), "error");
  return null;
}

/** Decodes a file in UTF-8 or Shift_JIS. KIF files are often in Shift_JIS. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}
