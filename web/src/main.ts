/** The start of the page: reads the address, loads the games, and opens a shared, saved or new game. */

import {
  attributesModule,
  classModule,
  eventListenersModule,
  init,
  propsModule,
  styleModule,
  type VNode,
} from "snabbdom";
import { openFriendGame } from "./actions/friend.ts";
import { restoreGame, showGame } from "./actions/game.ts";
import type { Backend } from "./api/backend.ts";
import { ApiError, api, setBackend } from "./api/client.ts";
import { Controller } from "./controller.ts";
import { lang, setLanguage } from "./i18n.ts";
import { bindFileDrop, bindKeys } from "./input.ts";
import { parseFragment, type SharedGame, treeOfRecord } from "./model/record.ts";
import { loadSession } from "./model/session.ts";
import { loadSettings, type Settings } from "./model/settings.ts";
import { lastNode, pathTo } from "./model/tree.ts";
import { view } from "./view/app.ts";
import { failureView } from "./view/failure.ts";

const patch = init([attributesModule, classModule, eventListenersModule, propsModule, styleModule]);

/** The virtual DOM of the page, or the element that it replaces on the first draw. */
let current: VNode | Element;
const draw = (vnode: VNode): void => void (current = patch(current, vnode));

/** Returns a function that schedules a redraw, at most one per frame. */
function redrawScheduler(ctrl: Controller): () => void {
  let isScheduled = false;
  const drawNow = (): void => {
    isScheduled = false;
    applyDocumentSettings(ctrl.settings);
    draw(view(ctrl));
    ctrl.board?.sync();
  };
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    // A hidden tab gets no animation frames.
    if (document.hidden) queueMicrotask(drawNow);
    else requestAnimationFrame(drawNow);
  };
}

/** Sets the document's language and theme. */
function applyDocumentSettings(settings: Settings): void {
  const root = document.documentElement;
  root.lang = lang();
  root.dataset["theme"] = settings.theme;
  root.dataset["board"] = settings.board;
}

/** The game in the address, until it is opened. */
let sharedGame: SharedGame | null = null;

/**
 * Reads a shared game and the parameters of the backend from the address. Those of the backend are
 * removed immediately, the game when it is opened.
 */
async function readAddress(): Promise<void> {
  const params = new URLSearchParams(location.hash.slice(1));
  const read = api.readAddress(params);
  sharedGame = parseFragment(params) ?? sharedGame;
  if (location.hash)
    history.replaceState(null, "", location.pathname + (params.has("game") ? `#${params}` : ""));
  await read;
}

/** Returns the shared game, if any, and removes it from the address. */
function takeSharedGame(): SharedGame | null {
  const taken = sharedGame;
  sharedGame = null;
  if (location.hash) history.replaceState(null, "", location.pathname);
  return taken;
}

/** Opens a shared game. Returns false if it is invalid. */
async function openShared(ctrl: Controller, shared: SharedGame): Promise<boolean> {
  const { game, start, moves, ply, friend } = shared;
  try {
    if (friend) {
      await openFriendGame(ctrl, friend, shared);
      return true;
    }
    const tree = await treeOfRecord({ game, start, moves: moves.map((usi) => ({ usi })) });
    const line = pathTo(lastNode(tree.root));
    ctrl.openTree(game, start, tree, line[ply ?? line.length - 1] ?? tree.root);
    ctrl.saveAndRedraw();
    return true;
  } catch (error) {
    ctrl.showError(error);
    return false;
  }
}

/** The controller; null until the list of games has been loaded. */
let controller: Controller | null = null;
let hasFailed = false;

function showFailure(error: unknown, isRetry: boolean): void {
  hasFailed = true;
  draw(failureView(error, isRetry, () => void start(true)));
}

/** Loads the games and opens the page. `isRetry` is true if an earlier attempt failed. */
async function start(isRetry = false): Promise<void> {
  hasFailed = false;
  let ctrl: Controller;
  try {
    ctrl = new Controller(await api.games());
  } catch (error) {
    return showFailure(error, isRetry);
  }
  controller = ctrl;
  ctrl.redraw = redrawScheduler(ctrl);
  bindKeys(ctrl);
  bindFileDrop(ctrl);
  addEventListener("pagehide", () => ctrl.saveAndRedraw());
  const shared = takeSharedGame();
  if (shared && (await openShared(ctrl, shared))) return;
  const saved = loadSession();
  if (saved && ctrl.hasGame(saved.setup.game)) return restoreGame(ctrl, saved);
  await showGame(ctrl, ctrl.game.name);
  if (saved) ctrl.showError(new ApiError("game", saved.setup.game, { name: saved.setup.game }));
}

async function openPage(): Promise<void> {
  const container = document.querySelector("#app");
  if (!container) return;
  current = container;
  const settings = loadSettings();
  applyDocumentSettings(settings);
  api.onReady(() => {
    if (controller) controller.onTokenAccepted();
    else if (hasFailed) void start();
  });
  addEventListener("hashchange", async () => {
    await readAddress();
    const ctrl = controller;
    const shared = ctrl && takeSharedGame();
    if (!shared) return;
    const continuesGame = shared.friend !== null && shared.friend === ctrl.match?.setup.friend;
    if (continuesGame) void openShared(ctrl, shared);
    else ctrl.confirmIfPlaying(() => void openShared(ctrl, shared));
  });
  await Promise.all([readAddress(), setLanguage(settings.lang)]);
  container.replaceChildren();
  document.documentElement.lang = lang();
  await start();
}

/** Opens the page with a backend. */
export function main(backend: Backend): void {
  setBackend(backend);
  openPage().catch((error: unknown) => showFailure(error, false));
}
