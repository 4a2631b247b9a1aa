/** Imports of texts whose games are in several modules. */

import { CATALOGUE } from "../../../npm/src/catalogue.ts";
import { RequestError } from "../../../npm/src/host.js";
import { builtIn } from "../../../npm/src/modules.ts";
import type { Imported, ImportError, ImportRequest } from "./types.ts";

/** The messages of a module about games that it does not have, with the name of the game. */
const UNKNOWN_GAME = /^unknown variant "([^"]+)"|^`([^`]+)` is neither a variant nor a position/;
/** The messages of a module without the game of the request or of a KIF file. */
const NO_NAME = /does not name its game$|^unknown 手合割|names no game$/;
/** Parts of KIF and CSA files, which are games of shogi or minishogi if they name no other game. */
const KIF_OR_CSA = /手合割|手数|^(V\d|PI|P1|[+-]\d{4})/m;
/** The header of a KIF file with the Japanese title of its game, or with a handicap. */
const TITLE = /手合割[：:]\s*(\S+)/g;

/** Returns whether an error may come from a game of another module. */
function isOfOtherModule(message: string): boolean {
  const [, quoted, marked] = UNKNOWN_GAME.exec(message) ?? [];
  return NO_NAME.test(message) || builtIn(quoted ?? marked ?? "") !== undefined;
}

/** Returns the modules that can have games of a text, the module of the request's game first. */
function modulesFor({ text, game }: ImportRequest, moduleOf: (game: string) => string): string[] {
  const words = new Set(text.toLowerCase().match(/[a-z][a-z0-9-]*/g));
  const titles = new Set([...text.matchAll(TITLE)].map(([, title]) => title));
  const named = CATALOGUE.filter(
    ({ name, japanese, aliases }) => titles.has(japanese) || [name, ...aliases].some((word) => words.has(word)),
  );
  const modules = [...(game ? [moduleOf(game)] : []), ...named.map(({ name }) => name)];
  if (KIF_OR_CSA.test(text)) modules.push("shogi", "minishogi");
  return [...new Set(modules)];
}

/** Imports a text with the modules of its games. The games have the order of the modules. */
export async function importText(
  request: ImportRequest,
  moduleOf: (game: string) => string,
  call: (module: string, body: ImportRequest) => Promise<unknown>,
): Promise<Imported> {
  const [first, ...others] = modulesFor(request, moduleOf);
  if (!first) throw new RequestError({ code: "text", message: "text contains no game", args: { line: 1 } });
  if (!others.length) return (await call(first, request)) as Imported;
  const games: Imported["games"] = [];
  const failures = new Map<number, ImportError>();
  const unreadable: ImportError[] = [];
  for (const module of [first, ...others]) {
    // With a game in its first line, a text is never rejected as a whole, and all errors are returned.
    const isFirst = module === first && request.game != null;
    const text = `${isFirst ? request.game : module} startpos\n${request.text.replace(/^\ufeff/, "")}`;
    const part = (await call(module, isFirst ? { ...request, text } : { text })) as Imported;
    games.push(...part.games.slice(1));
    for (const { line, message } of part.failures) {
      const failure = { line: line - 1, message };
      unreadable.push(failure);
      if (!isOfOtherModule(message)) failures.set(failure.line, failure);
    }
  }
  const errors = [...failures.values()].sort((one, other) => one.line - other.line);
  if (games.length) return { games, total: games.length + errors.length, failures: errors };
  const { line, message } = errors[0] ?? unreadable[0] ?? { line: 1, message: "text contains no game" };
  throw new RequestError({ code: "text", message, args: { line } });
}
