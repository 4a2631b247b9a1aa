/** The import and export dialog. */

import type { VNode } from "snabbdom";
import { shareLink } from "../actions/share.ts";
import type { GameFormat, ImportedGame } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { colorName } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import { dialogBox } from "./dialog.ts";
import { drawPictures, picturesView, stopPictures } from "./game-pictures.ts";
import { button, el, fieldValue, fileButton, RECORD_FILES } from "./html.ts";

const FORMATS: GameFormat[] = ["record", "kif", "csa", "usi", "log", "sfen"];
/** Games that CSA files can hold. */
const CSA_GAMES = ["shogi", "minishogi"];
const PICTURE_KINDS = ["gif", "sheet"] as const;

export function importExportDialog(ctrl: Controller): VNode {
  const { importExport } = ctrl;
  const { exported, format } = importExport;
  const kind = PICTURE_KINDS.find((one) => one === format);
  const exportAs = (name: GameFormat | "picture"): void => {
    stopPictures();
    if (name === "picture") void importExport.exportPicture();
    else void importExport.exportAs(name);
  };
  const close = (): void => {
    stopPictures();
    if (kind) importExport.format = null;
    ctrl.openDialog(null);
  };
  return dialogBox(ctrl, "records", t("records.title"), close, [
    el("section", {}, [
      el("h3", {}, [t("records.load")]),
      el("p.hint", {}, [t("records.load.hint")]),
      el("textarea", {
        attrs: { name: "import", rows: 5, "aria-label": t("records.load"), spellcheck: "false" },
        on: { input: (event) => (importExport.text = (event.target as HTMLTextAreaElement).value) },
      }),
      el("div.actions", {}, [
        button("import.primary", t("records.read"), () => void importExport.importText(importExport.text)),
        fileButton("file", t("records.file"), RECORD_FILES, (file) => void importExport.importFile(file)),
      ]),
      ...failures(ctrl),
      importExport.games.length > 1 ? gameList(ctrl, importExport.games) : null,
    ]),
    el("section", {}, [
      el("h3", {}, [t("records.save")]),
      el("div.actions", {}, [
        ...[...FORMATS, "picture" as const]
          .filter((name) => name !== "csa" || CSA_GAMES.includes(ctrl.game.name))
          .map((name) =>
            button("export", t(`format.${name}`), () => exportAs(name), {
              data: { format: name },
              pressed: format === name,
            }),
          ),
        ...PICTURE_KINDS.map((kind) =>
          button(
            "export",
            t(`format.${kind}`),
            () => {
              importExport.selectPictures(kind);
              drawPictures(ctrl, kind);
            },
            { data: { format: kind }, pressed: format === kind },
          ),
        ),
      ]),
      kind ? picturesView(ctrl, kind) : null,
      exported
        ? el("div.exported", {}, [
            format === "picture"
              ? el("img", {
                  attrs: {
                    src: `data:image/svg+xml,${encodeURIComponent(exported.text)}`,
                    alt: t("format.picture"),
                  },
                })
              : el("textarea", {
                  attrs: { name: "export", rows: 6, readonly: true, "aria-label": t("records.save") },
                  ...fieldValue(exported.text),
                }),
            el("div.actions", {}, [
              button("copy", t("records.copy"), () => void ctrl.copyText(exported.text)),
              button("download", t("records.download"), () => importExport.download()),
            ]),
          ])
        : null,
      el("div.actions", {}, [button("share", t("act.share"), () => void shareLink(ctrl))]),
    ]),
  ]);
}

const failures = (ctrl: Controller): VNode[] =>
  ctrl.importExport.failures.map((failure) =>
    el("p.error", { attrs: { role: "alert" } }, [
      t("records.failure", { line: failure.line }),
      " ",
      failure.message,
    ]),
  );

function gameList(ctrl: Controller, games: ImportedGame[]): VNode {
  const item = (game: ImportedGame, index: number): VNode => {
    const result =
      game.result === "black" || game.result === "white"
        ? t("result.win", { color: colorName(game.result) })
        : game.result
          ? t(`result.${game.result}`)
          : "";
    const players = game.black || game.white ? `${game.black ?? "?"} – ${game.white ?? "?"}` : "";
    return el("li", { key: index }, [
      button("load", "", () => ctrl.importExport.open(game), {
        children: [
          `${index + 1}. ${ctrl.gameByName(game.game).title[lang()]} · ${players} · ${t("records.plies", { count: game.plies })} ${result}`,
        ],
      }),
    ]);
  };
  return el("ol.game-list", {}, games.map(item));
}
