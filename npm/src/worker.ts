// The worker: runs the requests of a module.

import { type Module, RequestError, instantiate } from "./host.js";
import type { FromWorker, ToWorker } from "./messages.js";

/** Signal of the host to the module: end the running search. */
const STOP = 1;

let module: Promise<Module>;
let running = 0;

function start(message: ToWorker & { type: "start" }): void {
  const { stopped, files, definitions } = message;
  const signal = () => (stopped && Atomics.load(stopped, 0) >= running ? STOP : 0);
  module = instantiate(message.module, signal).then((instance) => {
    for (const { kind, game, bytes } of files) instance.call(kind, { game }, { file: bytes });
    for (const text of definitions) instance.call("load", { text });
    return instance;
  });
}

async function receive(message: ToWorker, send: (message: FromWorker) => void): Promise<void> {
  if (message.type === "start") return start(message);
  const { id, name, body } = message;
  try {
    const instance = await module;
    running = id;
    const lines = (line: object) => send({ type: "line", id, line });
    send({ type: "answer", id, answer: instance.call(name, body, { lines }) });
  } catch (error) {
    const isRequest = error instanceof RequestError;
    const text = error instanceof Error ? error.message : String(error);
    send({ type: "error", id, code: isRequest ? error.code : null, message: text, args: isRequest ? error.args : {} });
  }
}

// In browsers the handler must be set before the first await.
if (typeof self !== "undefined" && typeof self.postMessage === "function") {
  self.onmessage = ({ data }) => void receive(data, (answer) => self.postMessage(answer));
} else {
  const { parentPort } = await import("node:worker_threads");
  parentPort?.on("message", (data: ToWorker) => void receive(data, (answer) => parentPort.postMessage(answer)));
}
