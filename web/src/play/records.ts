/** Loading and saving: what was read, what was written. */

import { copy } from "../actions.ts";
import type { ExportFormat, ImportedGame, RecordGame } from "../api/types.ts";
import { api } from "../api/client.ts";
import type { Ctrl } from "../ctrl.ts";
import { t } from "../i18n.ts";
import { recordMoves, treeOfRecord } from "../model/record.ts";
import { endOf, movesTo } from "../model/tree.ts";

export class Records {
  text = "";
  found: ImportedGame[] = [];
  failures: { line: number; message: string }[] = [];
  format: ExportFormat | null = null;
  written: { text: string; name: string } | null = null;
  private ctrl: Ctrl;

  constructor(ctrl: Ctrl) {
    this.ctrl = ctrl;
  }

  async readFile(file: File | undefined): Promise<void> {
    if (!file) return;
    const limit = this.ctrl.games.limits.importBody;
    if (file.size > limit) return this.ctrl.tell(t("error.too-large", { limit }), "error");
    await this.read(await file.text());
  }

  /** Reads a text; a single game is shown at once, of several one is chosen. */
  async read(text: string): Promise<void> {
    if (!text.trim()) return;
    try {
      const { games, failures } = await api.importText(text, this.ctrl.game.name);
      this.found = games;
      this.failures = failures;
      const [only, second] = games;
      if (only && !second && !failures.length) this.load(only);
      else this.ctrl.openDialog("records");
    } catch (error) {
      this.ctrl.failed(error);
    }
    this.ctrl.redraw();
  }

  /** Shows a record; asks first if that ends a game. */
  load(record: RecordGame): void {
    this.ctrl.unlessPlaying(() => void this.show(record));
  }

  private async show(record: RecordGame): Promise<void> {
    try {
      const tree = await treeOfRecord(record);
      this.ctrl.show(record.game, record.start ?? null, tree, endOf(tree.root));
      this.ctrl.changed();
    } catch (error) {
      this.ctrl.failed(error);
    }
  }

  async write(format: ExportFormat): Promise<void> {
    const { ctrl } = this;
    this.format = format;
    const record = this.record();
    // The position shown may be one of a variation.
    if (format === "sfen") record.moves = movesTo(ctrl.node).map((usi) => ({ usi }));
    try {
      this.written = await api.exportRecord(format, record);
    } catch (error) {
      ctrl.failed(error);
    }
    ctrl.redraw();
  }

  /** The game shown, as a record. */
  private record(): RecordGame {
    const { ctrl } = this;
    const { match, tree } = ctrl;
    const name = (color: "black" | "white"): string | null => {
      const player = match?.players[color];
      if (!player) return null;
      return player.kind === "human"
        ? t("player.human")
        : t("player.level", { level: player.level });
    };
    const outcome = match ? match.end : endOf(tree.root).outcome;
    return {
      game: ctrl.game.name,
      start: ctrl.start,
      black: name("black"),
      white: name("white"),
      date: new Date().toISOString().slice(0, 10),
      result: outcome ? (outcome.winner ?? "draw") : null,
      reason: outcome?.reason.replaceAll("-", " ") ?? null,
      comment: tree.root.comment || null,
      moves: recordMoves(tree, match?.live),
    };
  }

  async copy(): Promise<void> {
    if (this.written) await copy(this.ctrl, this.written.text);
  }

  download(): void {
    if (!this.written) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.written.text], { type: "text/plain" }));
    link.download = this.written.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}
