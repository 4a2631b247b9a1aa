// The little of the Betza notation that these games need.

const ORTHOGONAL = [[0, -1], [0, 1], [-1, 0], [1, 0]];
const DIAGONAL = [[-1, -1], [1, -1], [-1, 1], [1, 1]];

/** Whether a direction (y grows backward) is one that the modifiers name. */
function named(modifiers, [x, y], diagonal) {
  if (modifiers === "") return true;
  return [...modifiers].some((modifier) => {
    switch (modifier) {
      case "f": return y < 0;
      case "b": return y > 0;
      case "v": return y !== 0;
      case "s": return diagonal ? true : x !== 0;
      default: throw new Error(`a modifier that is not known: ${modifier}`);
    }
  });
}

/**
 * The moves that a word of Betza describes, as seen by the player who moves
 * upwards: `steps` and `slides` by direction, `jumps` by distance.
 */
export function movesOf(word) {
  const moves = { steps: [], slides: [], jumps: [] };
  for (const [, modifiers, atom] of word.matchAll(/([a-z]*)([A-Z])/g)) {
    const take = (directions, diagonal, into) =>
      into.push(...directions.filter((direction) => named(modifiers, direction, diagonal)));
    switch (atom) {
      case "W": take(ORTHOGONAL, false, moves.steps); break;
      case "F": take(DIAGONAL, true, moves.steps); break;
      case "K":
        take(ORTHOGONAL, false, moves.steps);
        take(DIAGONAL, true, moves.steps);
        break;
      case "R": take(ORTHOGONAL, false, moves.slides); break;
      case "B": take(DIAGONAL, true, moves.slides); break;
      case "N":
        if (modifiers !== "ff") throw new Error(`a Knight that is not known: ${word}`);
        moves.jumps.push([-1, -2], [1, -2]);
        break;
      default: throw new Error(`an atom that is not known: ${word}`);
    }
  }
  // A slide takes in the step of its direction.
  const slid = ([x, y]) => moves.slides.some(([a, b]) => a === x && b === y);
  moves.steps = moves.steps.filter((step) => !slid(step));
  return moves;
}
