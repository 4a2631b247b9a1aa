/** The lessons of Hasami Shogi without corners. */

import { hasamiLessons } from "@content/lessons/hasami.ts";
import { rules } from "./rules.ts";

export default hasamiLessons("hasami-nocorner", rules);
