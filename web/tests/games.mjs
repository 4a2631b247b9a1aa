// Complete games that use the special rules of each variant.

export const games = [
  {
    name: "Hasami with a captured run",
    game: "hasami",
    start: "start",
    first: "black",
    moves: "5i5c 1a1f 7i7b 8a8c 5c5i 8c7c 2i2h 1f1h 2h6h 2a2i 8i8h 7c7i 6h2h 3a3h 8h8g 9a9f 9i8i 9f9i",
    result: ["white", "men-captured"],
    // A move that captures a run.
    run: { ply: 12, captures: ["6i", "5i", "4i", "3i"] },
  },
  {
    name: "Dai Hasami with five in a row",
    game: "dai-hasami",
    start: "start",
    first: "black",
    moves: "2h2e 4a4c 2e2c 1a1c 2i2h 3a3c 2h2d 2b2c 9h9g 5a5c",
    result: ["white", "five-in-a-row"],
  },
  {
    name: "Yari with a handicap, a drop and a promotion",
    game: "yari",
    start: "two-pieces",
    first: "white",
    moves: "3a2b 2i2h 4c4d 2h3f 6c6d 3f4d 5a4c 4d4c+ 1c1d N*4d 1d1e 4c4b",
    result: ["black", "checkmate"],
  },
  {
    name: "Hajiku with flips both ways and a counter-flip",
    game: "hajiku",
    start: "start",
    first: "black",
    moves:
      "6i5h 3c3d 5g5f 3a4b 6h1c+ 2b1c! 7i6i 1c7i+ 6i7i +F*3e F*4f 1a1b 4f3e 4c4d 3e4d 5a5b 4d4e 5b5a 4e3d 6b5b 3d3c+ 1b2b 3c6f 2a1b 6f2b 6c6d +C*3a",
    result: ["black", "checkmate"],
  },
];
