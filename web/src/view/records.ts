/** The window of loading and saving. */

import type { VNode } from "snabbdom";
import { share } from "../actions.ts";
import type { ExportFormat, ImportedGame } from "../api/types.ts";
import type { Ctrl } from "../ctrl.ts";
import { colorName } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import { button, dialogBox, el, shown } from "./html.ts";

const FORMATS: ExportFormat[] = ["record", "usi", "log", "sfen"];

export function recordsDialog(ctrl: Ctrl): VNode {
  const { records } = ctrl;
  return dialogBox(ctrl, "records", t("records.title"), () => ctrl.openDialog(null), [
    el("section", {}, [
      el("h3", {}, [t("records.load")]),
      el("p.hint", {}, [t("records.load.hint")]),
      el("textarea", {
        attrs: { name: "import", rows: 5, "aria-label": t("records.load"), spellcheck: "false" },
        on: { input: (event) => (records.text = (event.target as HTMLTextAreaElement).value) },
      }),
      el("div.actions", {}, [
        button("import.primary", t("records.read"), () => void records.read(records.text)),
        el("label.file", {}, [
          t("records.file"),
          el("input", {
            attrs: { type: "file", name: "file", accept: ".txt,.json,.jsonl,.log,.sfen,.usi,.kif,text/*" },
            on: { change: (event) => void records.readFile((event.target as HTMLInputElement).files?.[0]) },
          }),
        ]),
      ]),
      ...failures(ctrl),
      records.found.length > 1 ? found(ctrl, records.found) : null,
    ]),
    el("section", {}, [
      el("h3", {}, [t("records.save")]),
      el("div.actions", {}, [
        ...FORMATS.map((format) =>
          button("export", t(`format.${format}`), () => void records.write(format), {
            data: { format },
            pressed: records.format === format,
          }),
        ),
      ]),
      records.written
        ? el("div.written", {}, [
            el("textarea", {
              attrs: { name: "export", rows: 6, readonly: true, "aria-label": t("records.save") },
              ...shown(records.written.text),
            }),
            el("div.actions", {}, [
              button("copy", t("records.copy"), () => void records.copy()),
              button("download", t("records.download"), () => records.download()),
            ]),
          ])
        : null,
      el("div.actions", {}, [button("share", t("act.share"), () => void share(ctrl))]),
    ]),
  ]);
}

const failures = (ctrl: Ctrl): VNode[] =>
  ctrl.records.failures.map((failure) =>
    el("p.error", { attrs: { role: "alert" } }, [
      t("records.failure", { line: failure.line }),
      " ",
      failure.message,
    ]),
  );

function found(ctrl: Ctrl, games: ImportedGame[]): VNode {
  const item = (game: ImportedGame, index: number): VNode => {
    const result =
      game.result === "black" || game.result === "white"
        ? t("result.win", { color: colorName(game.result) })
        : game.result
          ? t(`result.${game.result}`)
          : "";
    const players = game.black || game.white ? `${game.black ?? "?"} – ${game.white ?? "?"}` : "";
    return el("li", { key: index }, [
      button("load", "", () => ctrl.records.load(game), {
        children: [
          `${index + 1}. ${ctrl.gameNamed(game.game).title[lang()]} · ${players} · ${t("records.plies", { count: game.plies })} ${result}`,
        ],
      }),
    ]);
  };
  return el("ol.found", {}, games.map(item));
}
