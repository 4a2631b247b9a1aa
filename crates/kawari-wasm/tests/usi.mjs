// A conversation with the native program.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** The program `kawari` in USI mode. */
export class NativeEngine {
    #process;
    #lines;

    /**
     * @param {string} program
     * @param {string[]} [args]
     */
    constructor(program, args = []) {
        this.#process = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
        this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    }

    /** Sends a command. */
    send(line) {
        this.#process.stdin.write(`${line}\n`);
    }

    /** Reads lines up to one that starts with a word, and returns them. */
    async until(word) {
        const read = [];
        for (;;) {
            const { value, done } = await this.#lines.next();
            if (done) throw new Error(`the program ended before "${word}"`);
            read.push(value);
            if (value.split(" ")[0] === word) return read;
        }
    }

    /** Searches a position of a new game. Returns the best move, the node count and the time. */
    async search(game, moves, nodes) {
        this.send(`setoption name USI_Variant value ${game}`);
        this.send("setoption name USI_Hash value 16");
        this.send("isready");
        await this.until("readyok");
        this.send("usinewgame");
        this.send(`position startpos moves ${moves.join(" ")}`);
        this.send(`go nodes ${nodes}`);
        const lines = await this.until("bestmove");
        const info = lines.filter((line) => /^info .*\bnodes\b/.test(line)).at(-1);
        const number = (word) => Number(new RegExp(`\\b${word} (\\d+)`).exec(info)[1]);
        return { move: lines.at(-1).split(" ")[1], nodes: number("nodes"), time: number("time") };
    }

    /** Ends the program. */
    quit() {
        this.#process.stdin.end("quit\n");
    }
}
