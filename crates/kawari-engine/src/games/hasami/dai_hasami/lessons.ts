/** The lessons of Dai Hasami Shogi. */

import { hasamiLessons } from "@content/lessons/hasami.ts";
import { rules } from "./rules.ts";

export default hasamiLessons("dai-hasami", rules);
