/** All rules pages. */

import type { RulesPage } from "./types.ts";
import { hajikuPage } from "./rules/hajiku.ts";
import { hasamiPages } from "./rules/hasami.ts";
import { shogiPages } from "./rules/shogi.ts";
import { yariPage } from "./rules/yari.ts";

export const rules: RulesPage[] = [...hasamiPages, yariPage, hajikuPage, ...shogiPages];
