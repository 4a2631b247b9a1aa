/** The lessons of Hasami Shogi, five in a row. */

import { hasamiLessons } from "@content/lessons/hasami.ts";
import { rules } from "./rules.ts";

export default hasamiLessons("hasami-five", rules);
