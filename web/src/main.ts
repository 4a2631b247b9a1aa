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
import { ApiError, api, takeToken } from "./api/client.ts";
import { Ctrl } from "./ctrl.ts";
import { lang, sayError, speak } from "./i18n.ts";
import { bindKeys, bindFiles } from "./input.ts";
import { readFragment, treeOfRecord } from "./model/record.ts";
import { loadSettings, type Settings } from "./model/settings.ts";
import { kept } from "./model/store.ts";
import { endOf, pathTo } from "./model/tree.ts";
import { restore } from "./play/opening.ts";
import { view } from "./view/app.ts";

const patch = init([attributesModule, classModule, eventListenersModule, propsModule, styleModule]);

/** Draws at most once a frame. */
function drawing(ctrl: Ctrl, place: Element): () => void {
  let old: VNode | Element = place;
  let waiting = false;
  place.replaceChildren();
  const draw = (): void => {
    waiting = false;
    dress(ctrl.settings);
    old = patch(old, view(ctrl));
    ctrl.board?.sync();
  };
  return () => {
    if (waiting) return;
    waiting = true;
    // A hidden tab gets no frames, and its game goes on.
    if (document.hidden) queueMicrotask(draw);
    else requestAnimationFrame(draw);
  };
}

/** Language and colours, as the settings have them. */
function dress(settings: Settings): void {
  const root = document.documentElement;
  root.lang = lang();
  root.dataset["theme"] = settings.theme;
}

/** Takes the words behind the `#`: a token is kept, a game is shown; the address stays clean. */
async function readAddress(ctrl: Ctrl | null): Promise<boolean> {
  const words = new URLSearchParams(location.hash.slice(1));
  takeToken(words);
  const shared = readFragment(words);
  if (!ctrl) return shared !== null;
  if (location.hash) history.replaceState(null, "", location.pathname);
  if (!shared) return false;
  try {
    const moves = shared.moves.map((usi) => ({ usi }));
    const tree = await treeOfRecord({ game: shared.game, start: shared.start, moves });
    const line = pathTo(endOf(tree.root));
    ctrl.show(shared.game, shared.start, tree, line[shared.ply ?? line.length - 1] ?? tree.root);
    ctrl.changed();
    return true;
  } catch (error) {
    ctrl.failed(error);
    return false;
  }
}

async function begin(): Promise<void> {
  const place = document.querySelector("#app");
  if (!place) return;
  const settings = loadSettings();
  dress(settings);
  await readAddress(null);
  try {
    const [games] = await Promise.all([api.games(), speak(settings.lang)]);
    const ctrl = new Ctrl(games);
    ctrl.redraw = drawing(ctrl, place);
    bindKeys(ctrl);
    bindFiles(ctrl);
    addEventListener("hashchange", () => void readAddress(ctrl));
    addEventListener("pagehide", () => ctrl.changed());
    if (await readAddress(ctrl)) return;
    const before = kept();
    if (before) restore(ctrl, before);
    else await welcome(ctrl);
  } catch (error) {
    place.textContent = error instanceof ApiError ? sayError(error) : String(error);
    place.classList.add("failed");
  }
}

void begin();
