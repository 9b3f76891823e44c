"use client";

import { useSyncExternalStore } from "react";
import { isKnownPlayer, isSamePlayer, type KnownPlayer } from "./known-player.ts";

/** The key in the browser's storage. Searches never leave the device. */
const STORED = "searches";
const MOST = 8;

/** The players searched for on this device, the latest first. */
export function useSearches(): readonly KnownPlayer[] {
  return parse(useSyncExternalStore(watch, stored, () => null));
}

/** Remembers a player on this device. */
export function storeSearch({ username, editions, headUrl, id }: KnownPlayer): void {
  const player = { username, editions, headUrl, ...(id !== undefined && { id }) };
  const others = parse(stored()).filter((search) => !isSamePlayer(search, player));
  store(JSON.stringify([player, ...others].slice(0, MOST)));
}

/** Forgets all of them. */
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

/** Checked, since other code can write to the storage. */
function parse(text: string | null): readonly KnownPlayer[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isKnownPlayer).slice(0, MOST) : [];
  } catch {
    return [];
  }
}
