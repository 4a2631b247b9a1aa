/** Small pieces of the page that many views use. */

import { h, type VNode, type VNodeData } from "snabbdom";
import type { Ctrl } from "../ctrl.ts";
import { noticeView } from "./notice.ts";

type Children = (VNode | string | null | false | undefined)[];

/** As `h`, with absent children left out. */
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
  /** Takes the focus when its window opens. */
  autofocus?: boolean;
  /** Not pressed by the second click of a double click, which may be meant for what stood there before. */
  careful?: boolean;
  data?: Record<string, string>;
  children?: Children;
}

/** A button that says what it does; `name` is also its hook for tests. */
export function button(name: string, label: string, press: () => void, options: ButtonOptions = {}): VNode {
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
          if (!options.careful || event.detail < 2) press();
        },
      },
    },
    options.children ?? [label],
  );
}

/** A button with a drawn sign instead of words. */
export const iconButton = (
  name: string,
  icon: string,
  title: string,
  press: () => void,
  options: ButtonOptions = {},
): VNode => button(`${name}.icon-button`, "", press, { ...options, title, children: [sign(icon)] });

/** Drawn signs: paths on a board of 24 by 24. */
const SIGNS: Record<string, string> = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  flip: "M8 20V5M8 5L4 9M8 5l4 4M16 4v15M16 19l-4-4M16 19l4-4",
  gear: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  undo: "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z",
  flag: "M6 21V4M6 4h12l-3 4 3 4H6",
  hand: "M4 13l4-4 4 2 3-2 5 4-4 5-3-2-3 3z",
  swap: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
  pause: "M8 5v14M16 5v14",
  play: "M7 4l13 8-13 8z",
  book: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14",
  plus: "M12 4v16M4 12h16",
  save: "M12 3v12M7 10l5 5 5-5M4 20h16",
  edit: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  close: "M5 5l14 14M19 5L5 19",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  up: "M12 20V5M5 12l7-7 7 7",
  chart: "M4 20h16M4 16l5-6 4 3 7-8",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9c1.5 2 1.5 4 0 6",
  mute: "M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6",
};

export const sign = (name: string): VNode =>
  h("svg.sign", { attrs: { viewBox: "0 0 24 24", "aria-hidden": "true" } }, [
    h("path", { attrs: { d: SIGNS[name] ?? "" } }),
  ]);

export type Option = [value: string, label: string];

/** What a field shows: a redraw leaves alone what somebody is typing there, unless it changes the value. */
export function shown(value: string): VNodeData {
  const set = (vnode: VNode): void => void ((vnode.elm as HTMLInputElement | HTMLTextAreaElement).value = value);
  return {
    shown: value,
    hook: {
      create: (_, now) => set(now),
      postpatch: (before, now) => {
        const isTyped = now.elm === document.activeElement && before.data?.["shown"] === value;
        if (!isTyped) set(now);
      },
    },
  };
}

/** A list to choose from, with its label. */
export function choose(
  name: string,
  label: string,
  options: Option[],
  value: string,
  change: (value: string) => void,
): VNode {
  return el("label.field", {}, [el("span", {}, [label]), select(name, options, value, change)]);
}

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

/** A box to tick, with its label. */
export const tick = (
  name: string,
  label: string,
  checked: boolean,
  change: (checked: boolean) => void,
): VNode =>
  el("label.field.tick", {}, [
    el("input", {
      attrs: { type: "checkbox", name },
      props: { checked },
      on: { change: (event) => change((event.target as HTMLInputElement).checked) },
    }),
    el("span", {}, [label]),
  ]);

/** A number to set, in a range. */
export const amount = (
  name: string,
  label: string,
  value: number,
  [least, most, step]: [number, number, number],
  change: (value: number) => void,
): VNode =>
  el("label.field", {}, [
    el("span", {}, [label]),
    el("input", {
      attrs: { type: "number", name, min: least, max: most, step },
      ...shown(String(value)),
      on: {
        change: (event) => {
          const field = event.target as HTMLInputElement;
          const given = Number(field.value);
          const taken = Number.isFinite(given) ? Math.min(most, Math.max(least, given)) : value;
          field.value = String(taken);
          change(taken);
        },
      },
    }),
  ]);

/** A window over the page; closed by Escape, by its button, or by a click beside it. */
export function dialogBox(
  ctrl: Ctrl,
  name: string,
  title: string,
  close: () => void,
  children: Children,
): VNode {
  return el(
    `dialog.${name}`,
    {
      key: name,
      attrs: { "data-dialog": name, "aria-label": title },
      hook: {
        insert: (vnode) => (vnode.elm as HTMLDialogElement).showModal(),
        destroy: (vnode) => (vnode.elm as HTMLDialogElement).close(),
      },
      on: {
        cancel: (event) => {
          event.preventDefault();
          close();
        },
        mousedown: (event) => {
          if (event.target === event.currentTarget) close();
        },
      },
    },
    [
      el("div.box", {}, [
        el("header", {}, [el("h2", {}, [title]), iconButton("close", "close", "✕", close)]),
        // What lies outside the window cannot be read or pressed.
        ctrl.question ? null : noticeView(ctrl),
        ...children,
      ]),
    ],
  );
}

/** A picture of a piece, as it stands on the board for the side at the bottom. */
export const pieceImage = (color: "sente" | "gote", role: string): VNode =>
  el("span.piece-image.orientation-sente", { attrs: { "aria-hidden": "true" } }, [
    el(`piece.${color}.${role}`),
  ]);
