/** The lessons of Hasami Shogi with houses. */

import { hasamiLessons } from "@content/lessons/hasami.ts";
import { rules } from "./rules.ts";

export default hasamiLessons("hasami-ludos", rules);
