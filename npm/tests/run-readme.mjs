// Runs the JavaScript examples of a Markdown file, each in a new process. `console.log(VALUE); // TEXT` must print TEXT.

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

const [path] = process.argv.slice(2);
const examples = [...readFileSync(path, "utf8").matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
if (examples.length === 0) throw new Error(`${path} has no examples`);
for (const code of examples) {
  writeFileSync("example.mjs", code);
  const printed = execFileSync("node", ["example.mjs"], { encoding: "utf8", timeout: 60_000 }).split("\n");
  let from = 0;
  for (const [, expected] of code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)) {
    const at = printed.indexOf(expected, from);
    if (at < 0) throw new Error(`expected \`${expected}\`, found:\n${printed.slice(from).join("\n")}\nin:\n${code}`);
    from = at + 1;
  }
}
rmSync("example.mjs");
console.log(`${examples.length} examples of ${path} have run`);
