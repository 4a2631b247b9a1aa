// Requests of the modules: positions, records, levels, mates and errors.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { definition, open } from "./modules.mjs";

test("positions and moves are those of the server", async () => {
    const yari = await open("yari");
    const position = yari.call("position", { game: "yari", moves: ["4g4f", "4c4d"] });
    assert.equal(position.moves.length, 21);
    assert.equal(position.last.usi, "4c4d");
    const { steps } = yari.call("line", { game: "yari", moves: ["4g4f"] });
    assert.deepEqual(steps.map((step) => step.turn), ["black", "white"]);
    assert.equal(yari.call("word", { game: "yari", word: "p-4f" }).usi, "4g4f");
    assert.equal(yari.call("sfen", { game: "yari", sfen: position.sfen }).sfen, position.sfen);
});

test("errors have the codes of the server", async () => {
    const yari = await open("yari");
    const error = (name, body) => {
        try {
            yari.call(name, body);
        } catch (caught) {
            return caught;
        }
        return assert.fail("no error");
    };
    const illegal = error("position", { game: "yari", moves: ["4g4f", "4f4d"] });
    assert.deepEqual([illegal.code, illegal.args.ply], ["move/illegal", 2]);
    assert.equal(error("position", { game: "hajiku" }).code, "game");
    assert.equal(error("position", { game: "yari", move: [] }).code, "bad-request");
    assert.equal(error("load", { text: "" }).code, "not-found");
    assert.equal(error("hello", {}).code, "not-found");
    // The module still answers.
    assert.equal(yari.call("position", { game: "yari" }).ply, 0);
});

test("opened games are played move by move", async () => {
    const hajiku = await open("hajiku");
    const game = hajiku.call("open", { game: "hajiku" });
    const first = hajiku.call("legal", game).moves[0];
    assert.equal(hajiku.call("push", { ...game, usi: first }).usi, first);
    assert.equal(hajiku.call("state", game).ply, 1);
    assert.deepEqual(hajiku.call("pop", game).moves, [first]);
    assert.deepEqual(hajiku.call("pop", game).moves, []);
    hajiku.call("close", game);
    assert.throws(() => hajiku.call("state", game), { code: "bad-request" });
});

test("records are written and read", async () => {
    const records = await open("records");
    const record = { game: "hasami", moves: [{ usi: "9i9e", comment: "first" }, { usi: "1a1e" }] };
    const { text, name } = records.call("export", { format: "record", record });
    assert.match(name, /^hasami.*\.txt$/);
    const { games } = records.call("import", { text });
    assert.deepEqual(games[0].moves.map((move) => move.usi), ["9i9e", "1a1e"]);
    assert.equal(games[0].moves[0].comment, "first");
    const mixed = `${text}\n[Variant "yari"]\n\n1. P-4f\n`;
    assert.deepEqual(records.call("import", { text: mixed }).games.map(({ game }) => game), ["hasami", "yari"]);
    assert.throws(() => records.call("position", { game: "hasami" }), { code: "not-found" });
});

test("a level plays by its seed", async () => {
    const hajiku = await open("hajiku");
    const answer = () => {
        const lines = [];
        hajiku.call("search", { game: "hajiku", level: 2, seed: 7 }, { lines: (line) => lines.push(line) });
        assert.deepEqual([lines[0].type, lines[0].level], ["started", 2]);
        return lines.at(-1).move.usi;
    };
    assert.equal(answer(), answer());
});

test("a game is analysed from its end", async () => {
    const minishogi = await open("minishogi");
    const lines = [];
    const body = { game: "minishogi", moves: ["3e3d"], limits: { nodes: 2000 } };
    minishogi.call("analyse", body, { lines: (line) => lines.push(line) });
    assert.deepEqual(lines.map((line) => line.type), ["started", "position", "position", "done"]);
    assert.deepEqual(lines.filter((line) => line.type === "position").map((line) => line.ply), [1, 0]);
    assert.ok(lines[1].best.usi);
});

test("a mate is found", async () => {
    const yari = await open("yari");
    const mate = yari.call("mate", { game: "yari", start: "6k/7/6+B/7/5R1/7/7/7/K6 b P 1", nodes: 100000 });
    assert.deepEqual([mate.verdict, mate.shortest, mate.record.length], ["mate", true, mate.moves.length]);
    assert.equal(mate.quiet, false);
    const hasami = await open("hasami");
    assert.equal(hasami.call("mate", { game: "hasami" }).verdict, "notimplemented");
});

test("pictures have the pieces of their game", async () => {
    const records = await open("records");
    const draw = (game) => records.call("picture", { game, options: { arrows: [], width: 300 } }).svg;
    // Pieces that are drawn from the rules have letters as text.
    const letter = /<text [^>]*font-weight="800"/;
    for (const game of ["yari", "minishogi", "mak-yek"]) {
        const svg = draw(game);
        assert.match(svg, /^<svg .* width="300" /);
        assert.ok(svg.includes("<use ") && !letter.test(svg), game);
    }
    records.call("load", { text: readFileSync(definition("dobutsu"), "utf8") });
    assert.match(draw("dobutsu"), letter);
    records.call("load", { text: readFileSync(definition("hasami-kochi"), "utf8") });
    assert.doesNotMatch(draw("hasami-kochi"), letter);
});

test("the module for games from files has the rules of all games", async () => {
    const module = await open("loaded");
    assert.ok(module.call("rules", { game: "shogi" }).en);
    const text = readFileSync(definition("dobutsu"), "utf8");
    assert.deepEqual(module.call("check", { text }), { errors: [], name: "dobutsu" });
    assert.equal(module.call("check", { text: "name = 1" }).name, null);
    assert.equal(module.call("load", { text }).name, "dobutsu");
    const based = module.call("load", { text: 'base = "yari"\nname = "my-yari"\ntitle = "My Yari"\n' });
    assert.deepEqual([based.loaded, based.evaluatedAs], [true, "yari"]);
});
