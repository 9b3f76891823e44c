import { isKnownPlayer, type KnownPlayer } from "./preview.ts";
import { spelling } from "./names.ts";

/** The key in the browser's storage. Searches never leave the device. */
const STORED = "searches";
const MOST = 8;

const none: readonly KnownPlayer[] = [];
let read = { text: null as string | null, searches: none };

/** Calls back when the searches of this device change, in this or another tab. */
export function watchSearches(changed: () => void): () => void {
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
}

/** The latest first; the same list until it changes. */
export function searchesOfDevice(): readonly KnownPlayer[] {
  try {
    const text = localStorage.getItem(STORED);
    if (text !== read.text) read = { text, searches: parse(text) };
    return read.searches;
  } catch {
    return none;
  }
}

/** For rendering on the server, which has no storage. */
export function noSearches(): readonly KnownPlayer[] {
  return none;
}

export function rememberSearch({ username, editions, headUrl }: KnownPlayer): void {
  const others = searchesOfDevice().filter(
    (search) => spelling(search.username) !== spelling(username),
  );
  store([{ username, editions, headUrl }, ...others].slice(0, MOST));
}

export function forgetSearches(): void {
  store(none);
}

function store(searches: readonly KnownPlayer[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(searches));
  } catch {
    // Without storage, searches are not remembered.
  }
  // The browser tells the other tabs only.
  window.dispatchEvent(new Event("storage"));
}

/** Checked, since stored data may be of an older version or written by other code. */
function parse(text: string | null): readonly KnownPlayer[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isKnownPlayer).slice(0, MOST) : none;
  } catch {
    return none;
  }
}
