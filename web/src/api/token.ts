/**
 * The API token. Each tab stores it in its session storage. Tabs of the same origin exchange tokens
 * through a broadcast channel, and use a received token only after the server has accepted it.
 */

const KEY = "kawari.token";
const TOKEN = /^[0-9a-f]{32}$/;

/** How long a request waits for a token from another tab, in milliseconds. Later tokens are still stored. */
const RENEW_TIMEOUT = 500;

type Message = { wanted: true } | { token: string };

/** Connects pages of the same origin only. */
const channel = new BroadcastChannel(KEY);
/** Whether the server has accepted the current token since the page was loaded. */
let isAccepted = false;
const listeners = new Set<() => void>();

export const currentToken = (): string => sessionStorage.getItem(KEY) ?? "";

/** Registers a listener that is called whenever a new token is accepted. */
export const onToken = (listener: () => void): void => void listeners.add(listener);

/** Records whether the server accepted a request with this token. */
export function recordTokenUse(token: string, accepted: boolean): void {
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

/** Stores a token if the server accepts it. Returns whether it is valid. */
async function storeIfValid(token: string): Promise<boolean> {
  if (!TOKEN.test(token)) return false;
  if (token === currentToken() && isAccepted) return true;
  if (!(await isValid(token))) return false;
  sessionStorage.setItem(KEY, token);
  isAccepted = true;
  for (const listener of listeners) listener();
  return true;
}

/** Stores the token from the page's address if it is valid, and sends it to the other tabs. */
export async function storeAndShareToken(token: string): Promise<void> {
  if (await storeIfValid(token)) post({ token });
}

const post = (message: Message): void => channel.postMessage(message);

/** Requests a token from the other tabs to replace a rejected one. Returns whether one arrived in time. */
export async function renewToken(rejected: string): Promise<boolean> {
  if (currentToken() !== rejected) return true;
  return new Promise((resolve) => {
    const found = (): void => resolve(true);
    listeners.add(found);
    setTimeout(() => {
      listeners.delete(found);
      resolve(currentToken() !== rejected);
    }, RENEW_TIMEOUT);
    post({ wanted: true });
  });
}

channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if ("token" in data) void storeIfValid(data.token);
  else if (isAccepted) post({ token: currentToken() });
});
