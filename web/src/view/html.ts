/** HTML helpers and form controls shared by the views. */

import { h, type VNode, type VNodeData } from "snabbdom";

export type Children = (VNode | string | null | false | undefined)[];

/** Calls `h` without the empty children. */
export const el = (selector: string, data: VNodeData = {}, children: Children = []): VNode =>
  h(
    selector,
    data,
    children.filter((child): child is VNode | string => Boolean(child)),
  );

interface ButtonOptions {
  title?: string;
  disabled?: boolean;
  pressed?: boolean;
  /** Takes the focus when the dialog opens. */
  autofocus?: boolean;
  /** Ignores the second click of a double click, whose first click was on another button. */
  ignoresDoubleClick?: boolean;
  data?: Record<string, string>;
  children?: Children;
}

/** Files with records, for {@link fileButton}. */
export const RECORD_FILES = ".txt,.json,.jsonl,.log,.sfen,.usi,.kif,.kifu,.csa,text/*";

/** Builds a button that opens a file. The same file can be chosen again. */
export const fileButton = (name: string, label: string, accept: string, onFile: (file: File) => void): VNode =>
  el("label.file", {}, [
    label,
    el("input", {
      attrs: { type: "file", name, accept },
      on: {
        change: (event) => {
          const field = event.target as HTMLInputElement;
          const file = field.files?.[0];
          field.value = "";
          if (file) onFile(file);
        },
      },
    }),
  ]);

/** Builds a button. `name` becomes its class and the `data-do` attribute used by tests. */
export function button(name: string, label: string, onPress: () => void, options: ButtonOptions = {}): VNode {
  const attrs: Record<string, string | boolean> = { type: "button", "data-do": name.split(".")[0] ?? "" };
  for (const [key, value] of Object.entries(options.data ?? {})) attrs[`data-${key}`] = value;
  if (options.autofocus) attrs["autofocus"] = true;
  if (options.title) attrs["title"] = options.title;
  if (options.title && options.children) attrs["aria-label"] = options.title;
  if (options.pressed !== undefined) attrs["aria-pressed"] = String(options.pressed);
  return el(
    `button.${name}`,
    {
      attrs,
      props: { disabled: options.disabled ?? false },
      on: {
        click: (event) => {
          if (!options.ignoresDoubleClick || event.detail < 2) onPress();
        },
      },
    },
    options.children ?? [label],
  );
}

/** Builds a button with an icon instead of a text. */
export const iconButton = (
  name: string,
  icon: string,
  title: string,
  onPress: () => void,
  options: ButtonOptions = {},
): VNode => button(`${name}.icon-button`, "", onPress, { ...options, title, children: [svgIcon(icon)] });

/** SVG paths of the icons, on a grid of 24 by 24. */
const ICON_PATHS: Record<string, string> = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  flip: "M8 20V5M8 5L4 9M8 5l4 4M16 4v15M16 19l-4-4M16 19l4-4",
  arrow: "M3 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0M8 20L20 8M13 8h7v7",
  gear: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  undo: "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z",
  bolt: "M13 3L5 14h6l-1 7 9-12h-6z",
  flag: "M6 21V4M6 4h12l-3 4 3 4H6",
  hand: "M4 13l4-4 4 2 3-2 5 4-4 5-3-2-3 3z",
  swap: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
  pause: "M8 5v14M16 5v14",
  play: "M7 4l13 8-13 8z",
  book: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14",
  cap: "M2 9l10-5 10 5-10 5zM6 11.5V16c3 3 9 3 12 0v-4.5M22 9v6",
  plus: "M12 4v16M4 12h16",
  save: "M12 3v12M7 10l5 5 5-5M4 20h16",
  list: "M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  edit: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  close: "M5 5l14 14M19 5L5 19",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9c1.5 2 1.5 4 0 6",
  mute: "M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6",
};

export const svgIcon = (name: string): VNode =>
  h("svg.icon", { attrs: { viewBox: "0 0 24 24", "aria-hidden": "true" } }, [
    h("path", { attrs: { d: ICON_PATHS[name] ?? "" } }),
  ]);

export type Option = [value: string, label: string];

/** Sets the value of a text field. A redraw keeps text being typed, unless the value has changed. */
export function fieldValue(value: string): VNodeData {
  const set = (vnode: VNode): void =>
    void ((vnode.elm as HTMLInputElement | HTMLTextAreaElement).value = value);
  return {
    value,
    hook: {
      create: (_, now) => set(now),
      postpatch: (before, now) => {
        const isTyped = now.elm === document.activeElement && before.data?.["value"] === value;
        if (!isTyped) set(now);
      },
    },
  };
}

/** Builds a drop-down list with a label. */
export function selectField(
  name: string,
  label: string,
  options: Option[],
  value: string,
  change: (value: string) => void,
): VNode {
  return el("label.field", {}, [el("span", {}, [label]), select(name, options, value, change)]);
}

/** Builds a drop-down list. */
export function select(
  name: string,
  options: Option[],
  value: string,
  change: (value: string) => void,
  label?: string,
): VNode {
  const attrs: Record<string, string> = { name };
  if (label) attrs["aria-label"] = label;
  return el(
    "select",
    {
      attrs,
      props: { value },
      hook: { postpatch: (_, now) => void ((now.elm as HTMLSelectElement).value = value) },
      on: { change: (event) => change((event.target as HTMLSelectElement).value) },
    },
    options.map(([key, text]) =>
      el("option", { attrs: { value: key }, props: { selected: key === value } }, [text]),
    ),
  );
}

/** Builds a checkbox with a label. */
export const checkbox = (
  name: string,
  label: string,
  checked: boolean,
  change: (checked: boolean) => void,
): VNode =>
  el("label.field.checkbox", {}, [
    el("input", {
      attrs: { type: "checkbox", name },
      props: { checked },
      on: { change: (event) => change((event.target as HTMLInputElement).checked) },
    }),
    el("span", {}, [label]),
  ]);

/** Builds a number field with a label and a range. */
export const numberField = (
  name: string,
  label: string,
  value: number,
  [min, max, step]: [number, number, number],
  change: (value: number) => void,
): VNode =>
  el("label.field", {}, [
    el("span", {}, [label]),
    el("input", {
      attrs: { type: "number", name, min, max, step },
      ...fieldValue(String(value)),
      on: {
        change: (event) => {
          const field = event.target as HTMLInputElement;
          const entered = Number(field.value);
          const accepted = Number.isFinite(entered) ? Math.min(max, Math.max(min, entered)) : value;
          field.value = String(accepted);
          change(accepted);
        },
      },
    }),
  ]);

/** Builds an image of a piece, as displayed with Black below. */
export const pieceImage = (color: "sente" | "gote", role: string): VNode =>
  el("span.piece-image.orientation-sente", { attrs: { "aria-hidden": "true" } }, [
    el(`piece.${color}.${role}`),
  ]);
