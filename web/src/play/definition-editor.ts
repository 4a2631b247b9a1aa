/** The definition of the user's own game: its text, the server's errors, and the loading of the game. */

import type { DefinitionError, Game, Games } from "../api/types.ts";
import { ApiError, api } from "../api/client.ts";
import { t } from "../i18n.ts";
import { editableText, removeDefinition, storeDefinition } from "../model/definitions.ts";
import { gameRules } from "./rules.ts";

interface DefinitionHost {
  readonly games: Games;
  addGame(game: Game): void;
  removeGame(name: string): void;
  openDialog(dialog: "definition"): void;
  confirmIfPlaying(action: () => void): void;
  chooseGame(game: Game): Promise<void>;
  notify(text: string, kind: "error" | "info"): void;
  showError(error: unknown): void;
  redraw(): void;
}

/** Delay between a change of the text and its check, in milliseconds. */
const CHECK_DELAY = 300;

export class DefinitionEditor {
  text = "";
  errors: DefinitionError[] = [];
  /** Name of the game; null while the text is unchecked or has errors. */
  name: string | null = null;
  isChecked = false;
  private host: DefinitionHost;
  private timer = 0;

  constructor(host: DefinitionHost) {
    this.host = host;
  }

  /** Sets the text and checks it after a pause in typing. */
  setText(text: string): void {
    this.text = text;
    this.isChecked = false;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), CHECK_DELAY);
    this.host.redraw();
  }

  /** Checks the text. Returns whether it is correct. */
  private async check(): Promise<boolean> {
    clearTimeout(this.timer);
    const { text } = this;
    try {
      const { errors, name } = await api.check(text);
      if (text !== this.text) return false;
      Object.assign(this, { errors, name, isChecked: true });
    } catch (error) {
      this.host.showError(error);
      return false;
    }
    this.host.redraw();
    return !this.errors.length;
  }

  /** Opens the editor with the definition of a game. */
  async edit(game: Game): Promise<void> {
    try {
      this.setText(editableText(game, await gameRules(game)));
      this.host.openDialog("definition");
    } catch (error) {
      this.host.showError(error);
    }
  }

  /** Plays the game of a file. If it has errors, opens the editor with them. */
  async openFile(file: File | undefined): Promise<void> {
    if (!file) return;
    const limit = this.host.games.limits.definition;
    if (file.size > limit) return this.host.notify(t("error.too-large", { limit }), "error");
    this.setText((await file.text()).replace(/^\ufeff/, "").replaceAll("\r\n", "\n"));
    await this.play();
  }

  /** Loads the game and lets the user choose the players. Asks first if that ends a running game. */
  async play(): Promise<void> {
    if (await this.check()) this.host.confirmIfPlaying(() => void this.load());
    else this.host.openDialog("definition");
  }

  /** Removes a game from the browser. The text stays in the editor. */
  remove(name: string): void {
    removeDefinition(name);
    this.host.removeGame(name);
    this.host.notify(t("definition.removed", { name }), "info");
  }

  private async load(): Promise<void> {
    const { host, text } = this;
    try {
      const game = await api.load(text);
      if (!storeDefinition(game.name, text)) host.notify(t("definition.not-stored"), "error");
      host.addGame(game);
      await host.chooseGame(game);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "definition")) return host.showError(error);
      const { line, column, key } = error.args;
      this.errors = [{ line: Number(line), column: Number(column), key: String(key), message: error.message }];
      host.openDialog("definition");
    }
  }
}
