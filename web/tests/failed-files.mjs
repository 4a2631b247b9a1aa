// A reporter for `node --test` that prints each test file with a failure, once.

export default async function* failedFiles(events) {
  const files = new Set();
  for await (const { type, data } of events) {
    if (type === "test:fail" && data.file && !files.has(data.file)) {
      files.add(data.file);
      yield `${data.file}\n`;
    }
  }
}
