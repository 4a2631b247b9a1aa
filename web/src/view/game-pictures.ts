/** The part of the export dialog with the animated GIF and the sheet of diagrams. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { t } from "../i18n.ts";
import { GamePictures, type PictureKind } from "../pictures/game-pictures.ts";
import { button, el, type Option, selectField } from "./html.ts";

const SECONDS = [0.5, 1, 2, 3];
const INTERVALS = [1, 2, 5, 10, 20];
const COLUMNS = [1, 2, 3, 4, 6, 8];
/** A number of columns that is larger than any number of diagrams. */
const ONE_ROW = 10_000;

let state: GamePictures | null = null;

const pictures = (ctrl: Controller): GamePictures => (state ??= new GamePictures(ctrl));

/** Starts the export of a kind. */
export const drawPictures = (ctrl: Controller, kind: PictureKind): void => void pictures(ctrl).draw(kind);

/** Stops the export, when the dialog closes or another format is selected. */
export const stopPictures = (): void => state?.stop();

export function picturesView(ctrl: Controller, kind: PictureKind): VNode {
  const exported = pictures(ctrl);
  const { progress, result } = exported;
  const draw = (): void => void exported.draw(kind);
  const numbers = (values: number[]): Option[] => values.map((value) => [String(value), String(value)]);
  const fields =
    kind === "gif"
      ? [
          selectField("gif-seconds", t("pictures.seconds"), numbers(SECONDS), String(exported.seconds), (value) => {
            exported.seconds = Number(value);
            draw();
          }),
        ]
      : [
          selectField("sheet-interval", t("pictures.interval"), numbers(INTERVALS), String(exported.interval), (value) => {
            exported.interval = Number(value);
            draw();
          }),
          selectField(
            "sheet-columns",
            t("pictures.columns"),
            [...numbers(COLUMNS), [String(ONE_ROW), t("pictures.one-row")]],
            String(exported.columns),
            (value) => {
              exported.columns = Number(value);
              draw();
            },
          ),
        ];
  const label = t(`format.${kind}`);
  return el("div.exported", { attrs: { "data-pictures": kind } }, [
    el("div.fields", {}, fields),
    progress
      ? el("progress", { attrs: { max: progress.count, value: progress.done, "aria-label": t("pictures.progress") } })
      : null,
    result ? el("img", { attrs: { src: result.url, alt: label } }) : null,
    el("div.actions", {}, [
      button("download-pictures.primary", t("records.download"), () => exported.download(), { disabled: !result }),
    ]),
  ]);
}
