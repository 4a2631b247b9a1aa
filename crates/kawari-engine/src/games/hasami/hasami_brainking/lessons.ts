/** The lessons of Hasami Shogi, five up or across. */

import { hasamiLessons } from "@content/lessons/hasami.ts";
import { rules } from "./rules.ts";

export default hasamiLessons("hasami-brainking", rules);
