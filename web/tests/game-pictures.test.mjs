// Export of a game as an animated GIF and as a sheet of diagrams.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { checkAccessibility } from "./checks.mjs";
import { importText, screenshot, setUpBoard } from "./harness.mjs";

const board = setUpBoard();

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const HASAMI = "hasami startpos moves 5i5e 5a5d 4i4e 6a6e";
const SHOGI = "shogi startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e";

/** Exports the game in a format and returns the name and the bytes of the file. */
async function exportPictures(page, kind, settings = {}) {
  const dialog = page.locator("dialog.records");
  if (!(await dialog.isVisible())) await page.locator("header [data-do=records]").click();
  await dialog.locator(`[data-do=export][data-format=${kind}]`).click();
  for (const [name, value] of Object.entries(settings))
    await dialog.locator(`select[name=${name}]`).selectOption(value);
  await dialog.locator("[data-do=download-pictures]:not(:disabled)").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.locator("[data-do=download-pictures]").click(),
  ]);
  return [download.suggestedFilename(), await readFile(await download.path())];
}

/** Parses a GIF: its size, number of repetitions, and the delays of its frames in hundredths of a second. */
function parseGif(bytes) {
  assert.equal(bytes.toString("latin1", 0, 6), "GIF89a");
  const size = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  const colors = (flags) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colors(bytes[10]);
  const delays = [];
  let [frames, repeat] = [0, null];
  const skipBlocks = () => {
    while (bytes[at]) at += bytes[at] + 1;
    at += 1;
  };
  for (;;) {
    const kind = bytes[at];
    if (kind === 0x3b) return { size, repeat, frames, delays, isComplete: at === bytes.length - 1 };
    if (kind === 0x2c) {
      frames += 1;
      assert.deepEqual([bytes.readUInt16LE(at + 5), bytes.readUInt16LE(at + 7)], size);
      at += 10 + colors(bytes[at + 9]) + 1;
    } else {
      assert.equal(kind, 0x21);
      if (bytes[at + 1] === 0xf9) delays.push(bytes.readUInt16LE(at + 4));
      else repeat = bytes.readUInt16LE(at + 16);
      at += 2;
    }
    skipBlocks();
  }
}

/** Decodes a GIF in the browser. Returns the share of pixels that differ between its first frame and each frame. */
const differences = (page, bytes) =>
  page.evaluate(async (text) => {
    const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/gif" });
    await decoder.tracks.ready;
    await decoder.completed;
    const frames = [];
    for (let index = 0; index < decoder.tracks.selectedTrack.frameCount; index++) {
      const { image } = await decoder.decode({ frameIndex: index });
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      frames.push(context.getImageData(0, 0, canvas.width, canvas.height).data);
    }
    return frames.map((frame) => frame.filter((value, at) => Math.abs(value - frames[0][at]) > 40).length / frame.length);
  }, bytes.toString("base64"));

test("a game is saved as an animated GIF with a frame for each position", async (t) => {
  const page = await board.openPage(t);
  await importText(page, HASAMI);
  const [name, bytes] = await exportPictures(page, "gif", { "gif-seconds": "2" });
  assert.equal(name, "hasami.gif");
  const { size, repeat, frames, delays, isComplete } = parseGif(bytes);
  assert.ok(isComplete);
  assert.deepEqual([size[0], repeat, frames], [560, 0, 5]);
  assert.deepEqual(delays, [200, 200, 200, 200, 300], "the last frame is shown longer");
  const changed = await differences(page, bytes);
  assert.equal(changed[0], 0);
  for (const share of changed.slice(1)) assert.ok(share > 0.005 && share < 0.2, `${changed}`);
  await screenshot(page, "export-gif");
});

for (const [lang, caption] of [
  ["en", "3. ☗Bx2b+"],
  ["ja", "3. ☗２二角成"],
])
  test(`a game is saved as a sheet of diagrams (${lang})`, async (t) => {
    const page = await board.openPage(t, { settings: { lang } });
    await importText(page, SHOGI);
    const [name, bytes] = await exportPictures(page, "sheet", { "sheet-interval": "1", "sheet-columns": "3" });
    assert.equal(name, "shogi.svg");
    const sheet = await page.evaluate((text) => {
      const { documentElement: root } = new DOMParser().parseFromString(text, "image/svg+xml");
      const ids = [...root.querySelectorAll("[id]")].map(({ id }) => id);
      const uses = [...root.querySelectorAll("use")].map((use) => use.getAttribute("xlink:href").slice(1));
      return {
        root: root.localName,
        places: [...root.querySelectorAll(":scope > svg")].map((one) => [one.getAttribute("x"), one.getAttribute("y")]),
        captions: [...root.querySelectorAll(":scope > text")].map(({ textContent }) => textContent),
        isUnique: new Set(ids).size === ids.length,
        missing: uses.filter((id) => !ids.includes(id)),
      };
    }, bytes.toString());
    assert.equal(sheet.root, "svg");
    assert.equal(sheet.places.length, 6);
    assert.equal(new Set(sheet.places.map(([x]) => x)).size, 3, "three in a row");
    assert.equal(new Set(sheet.places.map(([, y]) => y)).size, 2);
    assert.ok(sheet.captions.includes(caption), sheet.captions.join());
    assert.ok(sheet.isUnique, "each definition is written once");
    assert.deepEqual(sheet.missing, []);
    await checkAccessibility(page, "the export");
    await screenshot(page, `export-sheet-${lang}`);
  });

test("a variation is saved if it is displayed, on a phone too", async (t) => {
  const page = await board.openPage(t, PHONE);
  await importText(page, HASAMI);
  await page.locator(".moves [data-ply='1']").click();
  await page.locator("input[name=entry]").fill("6a6d");
  await page.locator("input[name=entry]").press("Enter");
  await page.locator(".variation [data-usi='6a6d'][aria-current]").waitFor();
  const [, bytes] = await exportPictures(page, "gif");
  assert.equal(parseGif(bytes).frames, 3);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.locator("header [data-do=records]").click();
  assert.equal(await page.locator("[data-pictures]").count(), 0, "a closed dialog forgets the export");
});
