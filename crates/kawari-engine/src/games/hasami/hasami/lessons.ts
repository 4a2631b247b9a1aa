/** The lessons of Hasami Shogi. */

import { hasamiLessons } from "@content/lessons/hasami.ts";
import { rules } from "./rules.ts";

export default hasamiLessons("hasami", rules);
