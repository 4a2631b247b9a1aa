// Parses the subset of Betza notation used by these games.

const ORTHOGONAL = [[0, -1], [0, 1], [-1, 0], [1, 0]];
const DIAGONAL = [[-1, -1], [1, -1], [-1, 1], [1, 1]];

/** Returns whether the modifiers include a direction. y increases backward. */
function matchesModifiers(modifiers, [x, y], diagonal) {
  if (modifiers === "") return true;
  return [...modifiers].some((modifier) => {
    switch (modifier) {
      case "f": return y < 0;
      case "b": return y > 0;
      case "v": return y !== 0;
      case "s": return diagonal ? true : x !== 0;
      default: throw new Error(`unknown modifier "${modifier}"`);
    }
  });
}

/**
 * Parses the moves of a piece in Betza notation, for the player who moves upward: `steps` and
 * `slides` by direction, `jumps` by distance.
 */
export function parseBetza(notation) {
  const moves = { steps: [], slides: [], jumps: [] };
  for (const [, modifiers, atom] of notation.matchAll(/([a-z]*)([A-Z])/g)) {
    const add = (directions, diagonal, into) =>
      into.push(...directions.filter((direction) => matchesModifiers(modifiers, direction, diagonal)));
    switch (atom) {
      case "W": add(ORTHOGONAL, false, moves.steps); break;
      case "F": add(DIAGONAL, true, moves.steps); break;
      case "K":
        add(ORTHOGONAL, false, moves.steps);
        add(DIAGONAL, true, moves.steps);
        break;
      case "R": add(ORTHOGONAL, false, moves.slides); break;
      case "B": add(DIAGONAL, true, moves.slides); break;
      case "N":
        if (modifiers !== "ff") throw new Error(`unsupported Knight move in "${notation}"`);
        moves.jumps.push([-1, -2], [1, -2]);
        break;
      default: throw new Error(`unknown atom "${atom}" in "${notation}"`);
    }
  }
  // A slide includes the step in the same direction.
  const isSlide = ([x, y]) => moves.slides.some(([a, b]) => a === x && b === y);
  moves.steps = moves.steps.filter((step) => !isSlide(step));
  return moves;
}
