/** The part of gifenc that the page uses. The package comes without types. */
declare module "gifenc" {
  /** Colours as [red, green, blue]. */
  export type Palette = [number, number, number][];
  export interface FrameOptions {
    /** Needed for the first frame only. */
    palette?: Palette;
    /** Milliseconds. */
    delay?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** 1 keeps the frame below the next one. */
    dispose?: number;
    /** Number of repetitions of the animation; 0 repeats it forever. */
    repeat?: number;
  }
  export interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, maxColors: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
