import {
  fileButton
} from "./chunk-OWP3H2MV.js";
import {
  t
} from "./chunk-ZWZH6UFF.js";

// src/view/definition-file-button.ts
var definitionFileButton = (ctrl) => fileButton("definition-file", t("definition.file"), ".toml", (file) => void ctrl.definition.openFile(file));

export {
  definitionFileButton
};
