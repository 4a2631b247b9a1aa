// The host of a module: answers its imports and calls its requests. Runs in Node and in browsers.

/** An error of a request, as the server returns it. */
export class RequestError extends Error {
    /** @param {{ code: string, message: string, args?: object }} error */
    constructor(error) {
        super(error.message);
        this.name = "RequestError";
        this.code = error.code;
        this.args = error.args ?? {};
    }
}

/**
 * An instance of a module.
 *
 * @typedef {{
 *   call(name: string, body: object, options?: { file?: Uint8Array, lines?: (line: object) => void }): any
 * }} Module
 */

/**
 * Instantiates a module.
 *
 * @param {BufferSource | WebAssembly.Module} source the module, or its bytes
 * @param {() => number} [signal] returns the signal to the running search: 1 to stop, 2 after a
 *     ponder hit, else 0
 * @returns {Promise<Module>}
 */
export async function instantiate(source, signal = () => 0) {
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    /** @type {any} */
    let exports;
    /** @type {(line: object) => void} */
    let onLine = () => {};
    let panic = "";
    /** @type {(address: number, length: number) => string} */
    const text = (address, length) => decoder.decode(new Uint8Array(exports.memory.buffer, address, length));
    /** @type {Record<string, (...values: number[]) => any>} */
    const imports = {
        now: () => performance.now(),
        signal,
        event: (address, length) => onLine(JSON.parse(text(address, length))),
        log: (address, length) => {
            panic = text(address, length);
        },
    };
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    ({ exports } = await WebAssembly.instantiate(module, { kawari: imports }));
    return {
        /**
         * Answers a request. Streams pass their lines to `lines`.
         *
         * @type {Module["call"]}
         */
        call(name, body, { file = new Uint8Array(), lines = () => {} } = {}) {
            if (panic) throw new Error(`the module has failed: ${panic}`);
            const json = encoder.encode(JSON.stringify({ name, body }));
            const address = exports.alloc(json.length + file.length);
            const memory = new Uint8Array(exports.memory.buffer, address, json.length + file.length);
            memory.set(json);
            memory.set(file, json.length);
            onLine = lines;
            let length;
            try {
                length = exports.call(json.length);
            } catch (error) {
                throw panic ? new Error(panic, { cause: error }) : error;
            }
            const answer = JSON.parse(text(exports.answer(), Math.abs(length)));
            if (length < 0) throw new RequestError(answer.error);
            return answer;
        },
    };
}
