/** The button that opens a file with the definition of a game. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { t } from "../i18n.ts";
import { fileButton } from "./html.ts";

/** Builds the button that opens a file with a definition. */
export const definitionFileButton = (ctrl: Controller): VNode =>
  fileButton("definition-file", t("definition.file"), ".toml", (file) => void ctrl.definition.openFile(file));
