import {
  explainMistakes,
  missedBy,
  stepsAfter
} from "./chunk-WOHBZEHX.js";
import "./chunk-6M27PRUM.js";
import "./chunk-Y6ZJ5L5C.js";
import "./chunk-I53CSUHV.js";
import "./chunk-YLVDSGH3.js";
export {
  explainMistakes,
  missedBy,
  stepsAfter
};
