/** Export of a game as pictures: an animated GIF, or a sheet of diagrams. */

import { api } from "../api/client.ts";
import type { Controller } from "../controller.ts";
import { colorSymbol, formatMove } from "../describe.ts";
import { downloadBlob } from "../download.ts";
import { lang, t } from "../i18n.ts";
import { pieceStyle } from "../model/settings.ts";
import { pathTo, type TreeNode } from "../model/tree.ts";
import { opposite } from "../play/clock.ts";
import { sheet } from "./sheet.ts";

export type PictureKind = "gif" | "sheet";

/** Widths of a frame and of a diagram, in pixels. */
const WIDTHS: Record<PictureKind, number> = { gif: 560, sheet: 400 };
const TYPES: Record<PictureKind, string> = { gif: "image/gif", sheet: "image/svg+xml" };

export class GamePictures {
  /** Seconds for each move of the animation. */
  seconds = 1;
  /** Moves from one diagram to the next. */
  interval = 5;
  /** Diagrams in a row. */
  columns = 4;
  /** Pictures drawn so far and their number, while the export runs. */
  progress: { done: number; count: number } | null = null;
  result: { name: string; blob: Blob; url: string } | null = null;
  private ctrl: Controller;
  private running: AbortController | null = null;

  constructor(ctrl: Controller) {
    this.ctrl = ctrl;
  }

  /** Stops the export and forgets its result. */
  stop(): void {
    this.running?.abort();
    this.running = this.progress = this.result = null;
  }

  /** Draws the displayed line of the game. */
  async draw(kind: PictureKind): Promise<void> {
    this.stop();
    const { ctrl } = this;
    const { signal } = (this.running = new AbortController());
    try {
      const line = pathTo(ctrl.endOfLine(ctrl.node));
      const { interval } = this;
      const nodes =
        kind === "gif" ? line : line.filter(({ ply }) => ply % interval === 0 || ply === line.length - 1);
      const file = kind === "gif" ? await this.gif(nodes, signal) : await this.sheet(nodes, signal);
      const blob = new Blob([file], { type: TYPES[kind] });
      const url = await dataUrl(blob);
      signal.throwIfAborted();
      this.result = { name: `${ctrl.game.name}.${kind === "gif" ? "gif" : "svg"}`, blob, url };
    } catch (error) {
      if (signal.aborted) return;
      ctrl.showError(error);
    }
    this.progress = null;
    ctrl.redraw();
  }

  download(): void {
    if (this.result) downloadBlob(this.result.name, this.result.blob);
  }

  private async gif(nodes: TreeNode[], signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const encoder = import("./gif.ts");
    // Each picture is drawn, then encoded.
    const pictures = await this.pictures("gif", nodes, 2 * nodes.length, signal);
    return (await encoder).encodeGif(pictures, this.seconds * 1000, () => this.advance(), signal);
  }

  private async sheet(nodes: TreeNode[], signal: AbortSignal): Promise<string> {
    const pictures = await this.pictures("sheet", nodes, nodes.length, signal);
    const diagrams = pictures.map((svg, index) => ({ svg, caption: this.caption(nodes[index]) }));
    return sheet(diagrams, this.columns, this.ctrl.game.title[lang()]);
  }

  private async pictures(
    kind: PictureKind,
    nodes: TreeNode[],
    count: number,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { game, orientation: bottom, settings } = this.ctrl;
    const { coordinates } = settings;
    const options = { pieces: pieceStyle(settings, game), bottom, coordinates, width: WIDTHS[kind] };
    const pictures: string[] = [];
    this.progress = { done: 0, count };
    for (const node of nodes) {
      pictures.push((await api.picture(this.ctrl.lineTo(node), options)).svg);
      signal.throwIfAborted();
      this.advance();
    }
    return pictures;
  }

  private advance(): void {
    if (this.progress) this.progress.done++;
    this.ctrl.redraw();
  }

  private caption(node: TreeNode | undefined): string {
    if (!node?.move) return t("start.start");
    const { game, settings, tree } = this.ctrl;
    const number = node.ply + Number(tree.root.sfen.split(" ")[3] ?? 1) - 1;
    const move = formatMove(node.move, game, settings.notation, node.parent?.move ?? null);
    return `${number}. ${colorSymbol(opposite(node.turn))}${move}`;
  }
}

/** Returns a blob as a data URL. The server's content security policy permits no other URL for images. */
function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("cannot read the picture"));
    reader.readAsDataURL(blob);
  });
}
