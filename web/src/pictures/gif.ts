/** Encodes SVG pictures of the same size as an animated GIF. */

import { applyPalette, GIFEncoder, type Palette, quantize } from "gifenc";

/** Colours of the palette. The last index is left for pixels that do not change. */
const MAX_COLORS = 255;
const UNCHANGED = 255;
/** Colour below transparent parts of the pictures. */
const BACKGROUND = "#ffffff";
/** Milliseconds for which the last frame is shown at least. */
const LAST_DELAY = 3000;

/** A canvas that turns SVG into pixels. */
class Rasterizer {
  private context: CanvasRenderingContext2D;

  private constructor(context: CanvasRenderingContext2D) {
    this.context = context;
  }

  /** Creates a canvas of the size of a picture. */
  static async create(svg: string): Promise<Rasterizer> {
    const canvas = document.createElement("canvas");
    const image = await loadImage(svg);
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    return new Rasterizer(context);
  }

  get size(): [width: number, height: number] {
    const { width, height } = this.context.canvas;
    return [width, height];
  }

  async pixels(svg: string): Promise<Uint8ClampedArray> {
    const image = await loadImage(svg);
    const [width, height] = this.size;
    this.context.fillStyle = BACKGROUND;
    this.context.fillRect(0, 0, width, height);
    this.context.drawImage(image, 0, 0, width, height);
    return this.context.getImageData(0, 0, width, height).data;
  }
}

async function loadImage(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

/** Returns a palette for the first, the middle and the last picture. */
async function commonPalette(rasterizer: Rasterizer, pictures: string[]): Promise<Palette> {
  const samples = [pictures[0], pictures[pictures.length >> 1], pictures.at(-1)];
  const pixels: Uint8ClampedArray[] = [];
  for (const svg of new Set(samples)) if (svg) pixels.push(await rasterizer.pixels(svg));
  const all = new Uint8ClampedArray(pixels.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of pixels) {
    all.set(part, at);
    at += part.length;
  }
  const palette = quantize(all, MAX_COLORS);
  while (palette.length <= UNCHANGED) palette.push([0, 0, 0]);
  return palette;
}

/** Returns the frame with the pixels that differ from the frame before. */
const changedPixels = (before: Uint8Array, now: Uint8Array): Uint8Array =>
  now.map((color, index) => (color === before[index] ? UNCHANGED : color));

/**
 * Encodes pictures as a GIF that repeats forever. `delay` is the time of a frame in milliseconds. `onFrame` is called
 * after each frame.
 */
export async function encodeGif(
  pictures: string[],
  delay: number,
  onFrame: () => void,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const rasterizer = await Rasterizer.create(pictures[0] ?? "");
  const [width, height] = rasterizer.size;
  const palette = await commonPalette(rasterizer, pictures);
  // Without the index of unchanged pixels, which is no colour.
  const colors = palette.slice(0, UNCHANGED);
  const encoder = GIFEncoder();
  let before: Uint8Array | null = null;
  for (const [index, svg] of pictures.entries()) {
    const now = applyPalette(await rasterizer.pixels(svg), colors);
    signal.throwIfAborted();
    encoder.writeFrame(before ? changedPixels(before, now) : now, width, height, {
      ...(before ? { transparent: true, transparentIndex: UNCHANGED } : { palette, repeat: 0 }),
      delay: index === pictures.length - 1 ? Math.max(delay, LAST_DELAY) : delay,
      dispose: 1,
    });
    before = now;
    onFrame();
  }
  encoder.finish();
  return encoder.bytes();
}
