/** The lessons of Hasami Shogi, edge captures. */

import { hasamiLessons } from "@content/lessons/hasami.ts";
import { rules } from "./rules.ts";

export default hasamiLessons("hasami-jsa", rules);
