// A worker thread, in browsers and in Node.

/** A worker thread with the script `worker.js` of this folder. */
export interface Thread {
  post(message: unknown): void;
  terminate(): void;
  /** Sets whether the thread keeps the Node process alive. */
  keepAlive(isBusy: boolean): void;
}

/** Starts a worker thread. `fail` receives the error of a thread that cannot run. */
export async function startThread(
  receive: (message: unknown) => void,
  fail: (error: Error) => void,
): Promise<Thread> {
  // Node has a worker of this kind under another name.
  if (typeof Worker === "undefined") {
    const { Worker: NodeWorker } = await import("node:worker_threads");
    const worker = new NodeWorker(new URL("./worker.js", import.meta.url));
    worker.on("message", receive);
    worker.on("error", fail);
    return {
      post: (message) => worker.postMessage(message),
      terminate: () => void worker.terminate(),
      keepAlive: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    };
  }
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (event) => fail(new Error(event.message || "the worker cannot be started"));
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    keepAlive: () => {},
  };
}
