// Compares searches of the modules with those of the native program: the same number of nodes
// must give the same move and node count.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { GAMES, KAWARI, definition, open, setFiles } from "./modules.mjs";
import { NativeEngine } from "./usi.mjs";

const NODES = 30_000;

/** Searches a position of a new game with a module. */
function search(module, game, moves) {
    const lines = [];
    module.call("new-game", {});
    module.call("search", { game, moves, limits: { nodes: NODES } }, { lines: (line) => lines.push(line) });
    const infos = lines.filter((line) => line.type === "info");
    const last = lines.at(-1);
    assert.equal(last.type, "bestmove");
    return { move: last.move.usi, nodes: infos.at(-1).nodes };
}

/** Compares searches of the start position and of three later positions. */
async function compare(module, engine, game) {
    const moves = [];
    for (let position = 0; position < 4; position += 1) {
        const expected = await engine.search(game, moves, NODES);
        const found = search(module, game, moves);
        assert.deepEqual(found, { move: expected.move, nodes: expected.nodes }, `${game} ${moves.join(" ")}`);
        assert.ok(found.nodes > NODES / 2, `${game} was searched`);
        moves.push(found.move);
    }
}

for (const game of GAMES) {
    test(`${game}: the same nodes give the same move`, async () => {
        const engine = new NativeEngine(KAWARI);
        try {
            await compare(await open(game), engine, game);
        } finally {
            engine.quit();
        }
    });
}

for (const game of ["judkins", "hasami-kochi", "yarishogi", "torishogi"]) {
    test(`${game} from a file: the same nodes give the same move`, async () => {
        const path = definition(game);
        const engine = new NativeEngine(KAWARI, ["--variants", path]);
        try {
            const module = await open("loaded");
            const loaded = module.call("load", { text: readFileSync(path, "utf8") });
            assert.equal(loaded.name, game);
            if (loaded.evaluatedAs) setFiles(module, loaded.evaluatedAs);
            await compare(module, engine, game);
        } finally {
            engine.quit();
        }
    });
}

test("the list of games contains all games", () => {
    assert.equal(GAMES.length, 13);
});
