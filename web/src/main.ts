/** Starts the page: the token, the games, what was left from the last time. */

import {
  attributesModule,
  classModule,
  eventListenersModule,
  init,
  propsModule,
  styleModule,
  type VNode,
} from "snabbdom";
import { welcome } from "./actions.ts";
import { api } from "./api/client.ts";
import { onToken, takeToken } from "./api/token.ts";
import { Ctrl } from "./ctrl.ts";
import { lang, speak } from "./i18n.ts";
import { bindKeys, bindFiles } from "./input.ts";
import { readFragment, type Shared, treeOfRecord } from "./model/record.ts";
import { loadSettings, type Settings } from "./model/settings.ts";
import { kept } from "./model/store.ts";
import { endOf, pathTo } from "./model/tree.ts";
import { restore } from "./play/opening.ts";
import { view } from "./view/app.ts";
import { failureView } from "./view/failure.ts";

const patch = init([attributesModule, classModule, eventListenersModule, propsModule, styleModule]);

/** What stands on the page. */
let drawn: VNode | Element;
const draw = (vnode: VNode): void => void (drawn = patch(drawn, vnode));

/** Draws at most once a frame. */
function drawing(ctrl: Ctrl): () => void {
  let waiting = false;
  const drawNow = (): void => {
    waiting = false;
    dress(ctrl.settings);
    draw(view(ctrl));
    ctrl.board?.sync();
  };
  return () => {
    if (waiting) return;
    waiting = true;
    // A hidden tab gets no frames, and its game goes on.
    if (document.hidden) queueMicrotask(drawNow);
    else requestAnimationFrame(drawNow);
  };
}

/** Language and colours, as the settings have them. */
function dress(settings: Settings): void {
  const root = document.documentElement;
  root.lang = lang();
  root.dataset["theme"] = settings.theme;
}

/** The game that an address has named, until it is shown. */
let shared: Shared | null = null;

/** Reads the words behind the `#`. The token does not stay there; a game does until it is shown. */
async function readAddress(): Promise<void> {
  const words = new URLSearchParams(location.hash.slice(1));
  const token = words.get("token");
  words.delete("token");
  shared = readFragment(words) ?? shared;
  if (location.hash) history.replaceState(null, "", location.pathname + (words.has("game") ? `#${words}` : ""));
  if (token) await takeToken(token);
}

/** The game that an address has named, for once. */
function takeShared(): Shared | null {
  const taken = shared;
  shared = null;
  if (location.hash) history.replaceState(null, "", location.pathname);
  return taken;
}

/** Shows a game that an address has named. False if it cannot be shown. */
async function show(ctrl: Ctrl, { game, start, moves, ply }: Shared): Promise<boolean> {
  try {
    const tree = await treeOfRecord({ game, start, moves: moves.map((usi) => ({ usi })) });
    const line = pathTo(endOf(tree.root));
    ctrl.show(game, start, tree, line[ply ?? line.length - 1] ?? tree.root);
    ctrl.changed();
    return true;
  } catch (error) {
    ctrl.failed(error);
    return false;
  }
}

/** Once the games are known. */
let ctrl: Ctrl | null = null;
let hasFailed = false;

function fail(error: unknown, again: boolean): void {
  hasFailed = true;
  draw(failureView(error, again, () => void start(true)));
}

async function start(again = false): Promise<void> {
  hasFailed = false;
  let page: Ctrl;
  try {
    page = new Ctrl(await api.games());
  } catch (error) {
    return fail(error, again);
  }
  ctrl = page;
  page.redraw = drawing(page);
  bindKeys(page);
  bindFiles(page);
  addEventListener("pagehide", () => page.changed());
  const named = takeShared();
  if (named && (await show(page, named))) return;
  const before = kept();
  if (before) restore(page, before);
  else await welcome(page);
}

async function begin(): Promise<void> {
  const place = document.querySelector("#app");
  if (!place) return;
  drawn = place;
  const settings = loadSettings();
  dress(settings);
  onToken(() => {
    if (ctrl) ctrl.unlocked();
    else if (hasFailed) void start();
  });
  addEventListener("hashchange", async () => {
    await readAddress();
    const page = ctrl;
    const named = page && takeShared();
    if (named) page.unlessPlaying(() => void show(page, named));
  });
  await Promise.all([readAddress(), speak(settings.lang)]);
  place.replaceChildren();
  document.documentElement.lang = lang();
  await start();
}

begin().catch((error: unknown) => fail(error, false));
