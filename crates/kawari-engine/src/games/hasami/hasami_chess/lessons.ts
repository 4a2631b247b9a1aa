/** The lessons of Hasami Shogi on a chess board. */

import { hasamiLessons } from "@content/lessons/hasami.ts";
import { rules } from "./rules.ts";

export default hasamiLessons("hasami-chess", rules);
