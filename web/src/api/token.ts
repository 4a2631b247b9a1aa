/**
 * The token that every request carries. It is kept for this tab; tabs of the same address pass it
 * on to each other, and use it only once the program has accepted it.
 */

const KEY = "kawari.token";
const TOKEN = /^[0-9a-f]{32}$/;

/** How long a request waits for an answer of another tab, in milliseconds. A later one counts, too. */
const WAIT = 500;

type Message = { wanted: true } | { token: string };

/** Only pages of the same address can listen to it. */
const channel = new BroadcastChannel(KEY);
/** True once the program has accepted the token since this page was loaded. */
let isAccepted = false;
const listeners = new Set<() => void>();

export const currentToken = (): string => sessionStorage.getItem(KEY) ?? "";

/** Calls `listener` each time another token is accepted. */
export const onToken = (listener: () => void): void => void listeners.add(listener);

/** Notes how the program answered a request with this token. */
export function noteAnswer(token: string, accepted: boolean): void {
  if (token === currentToken()) isAccepted = accepted;
}

async function isValid(token: string): Promise<boolean> {
  const headers = { "Content-Type": "application/json", "Kawari-Token": token };
  try {
    return (await fetch("/api/status", { method: "POST", headers, body: "{}", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Takes a token if the program accepts it; an old one never replaces a good one. */
async function adopt(token: string): Promise<boolean> {
  if (!TOKEN.test(token)) return false;
  if (token === currentToken() && isAccepted) return true;
  if (!(await isValid(token))) return false;
  sessionStorage.setItem(KEY, token);
  isAccepted = true;
  for (const listener of listeners) listener();
  return true;
}

/** Takes the token of an address if it is good, and passes it on to the other tabs. */
export async function takeToken(token: string): Promise<void> {
  if (await adopt(token)) post({ token });
}

const post = (message: Message): void => channel.postMessage(message);

/** Asks the other tabs for a token in place of `refused`. True when there is one. */
export async function renewToken(refused: string): Promise<boolean> {
  if (currentToken() !== refused) return true;
  return new Promise((resolve) => {
    const found = (): void => resolve(true);
    listeners.add(found);
    setTimeout(() => {
      listeners.delete(found);
      resolve(currentToken() !== refused);
    }, WAIT);
    post({ wanted: true });
  });
}

channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if ("token" in data) void adopt(data.token);
  else if (isAccepted) post({ token: currentToken() });
});
