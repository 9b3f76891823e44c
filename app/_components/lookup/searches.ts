import { useSyncExternalStore } from "react";
import { isKnownPlayer, type KnownPlayer, spelling } from "./preview.ts";

/** The key in the browser's storage. Searches never leave the device. */
const STORED = "searches";
const MOST = 8;

/** The players searched for on this device, the latest first; none on the server. */
export function useSearches(): readonly KnownPlayer[] {
  return parse(useSyncExternalStore(watch, stored, () => null));
}

export function storeSearch({ username, editions, headUrl }: KnownPlayer): void {
  const others = parse(stored()).filter(
    (search) => spelling(search.username) !== spelling(username),
  );
  store(JSON.stringify([{ username, editions, headUrl }, ...others].slice(0, MOST)));
}

export function deleteSearches(): void {
  store(null);
}

/** Calls back when the searches change, in this or another tab. */
function watch(changed: () => void): () => void {
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
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
    // Without storage, searches are not kept.
  }
  // The browser tells the other tabs only.
  window.dispatchEvent(new Event("storage"));
}

/** Checked, since stored data may be of an older version or written by other code. */
function parse(text: string | null): readonly KnownPlayer[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isKnownPlayer).slice(0, MOST) : [];
  } catch {
    return [];
  }
}
