import { isPath, type KnownPlayer } from "./preview.ts";
import { spelling } from "./names.ts";

/** The key in the browser's storage. Searches never leave the device. */
const STORED = "searches";
const MOST = 8;

const none: readonly KnownPlayer[] = [];
const listeners = new Set<() => void>();
let read: { text: string | null; searches: readonly KnownPlayer[] } = {
  text: null,
  searches: none,
};

/** Calls back when the searches of this device change, in this or another tab. */
export function watchSearches(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener("storage", changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener("storage", changed);
  };
}

/** The latest first; the same list until it changes. */
export function searchesOfDevice(): readonly KnownPlayer[] {
  const text = stored();
  if (text !== read.text) read = { text, searches: parse(text) };
  return read.searches;
}

/** For rendering on the server, which has no storage. */
export function noSearches(): readonly KnownPlayer[] {
  return none;
}

export function rememberSearch(player: KnownPlayer): void {
  const others = searchesOfDevice().filter(
    ({ username }) => spelling(username) !== spelling(player.username),
  );
  store(JSON.stringify([player, ...others].slice(0, MOST)));
}

export function forgetSearches(): void {
  store(null);
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function store(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, text);
  } catch {
    // Without storage, searches are not remembered.
  }
  for (const changed of listeners) changed();
}

/** Checked, since stored data may be of an older version or written by other code. */
function parse(text: string | null): readonly KnownPlayer[] {
  if (text === null) return none;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isKnownPlayer).slice(0, MOST) : none;
  } catch {
    return none;
  }
}

function isKnownPlayer(value: unknown): value is KnownPlayer {
  if (typeof value !== "object" || value === null) return false;
  const { username, editions, headUrl } = value as Partial<Record<keyof KnownPlayer, unknown>>;
  return (
    typeof username === "string" &&
    username !== "" &&
    Array.isArray(editions) &&
    editions.length > 0 &&
    editions.every((edition) => edition === "java" || edition === "bedrock") &&
    isPath(headUrl)
  );
}
