"use client";

import { useRef, useState } from "react";
import { useBrowserValue } from "../use-browser-value.ts";

const names = ["edition", "view", "size", "format", "overlay"] as const;
/** A visitor's choices for a player's image, by the parameter that keeps each in the URL of the page. */
export type ImageChoice = Record<(typeof names)[number], string>;

/** A pause after which a choice is written: browsers refuse many changes of the URL in a short time. */
const URL_PAUSE_MS = 150;

/**
 * The choice in the URL of the page, where a visitor can share it and a reload finds it. The page itself is the same
 * for everyone, so it begins with the standard. The caller ignores choices that make no sense.
 */
export function useImageChoice(standard: ImageChoice) {
  const shared = useBrowserValue(() => location.search, "");
  const [changed, setChanged] = useState<Partial<ImageChoice>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const choice: ImageChoice = { ...standard, ...choiceIn(shared), ...changed };

  const choose = (change: Partial<ImageChoice>) => {
    const next = { ...choice, ...change };
    setChanged(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const url = new URL(location.href);
      for (const name of names) {
        if (next[name] === standard[name]) url.searchParams.delete(name);
        else url.searchParams.set(name, next[name]);
      }
      // Without a state, Next's router adds its own, and stays at this URL when the page is refreshed.
      history.replaceState(null, "", url);
    }, URL_PAUSE_MS);
  };
  return { choice, choose };
}

function choiceIn(search: string): Partial<ImageChoice> {
  const query = new URLSearchParams(search);
  const present = names.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(present);
}
