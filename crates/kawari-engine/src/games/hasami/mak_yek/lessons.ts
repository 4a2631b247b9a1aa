/** The lessons of Mak-yek. */

import { hasamiLessons } from "@content/lessons/hasami.ts";
import { rules } from "./rules.ts";

export default hasamiLessons("mak-yek", rules);
