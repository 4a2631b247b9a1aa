/** Relative sizes of the wedges: as in real sets, a King is larger than a Pawn. */
export const SIZES = { king: 1, major: 0.97, general: 0.94, minor: 0.91, pawn: 0.88 };
