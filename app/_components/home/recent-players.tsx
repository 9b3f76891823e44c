"use client";

import { useLocale, useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import type { RecentBody } from "@/lib/contract/status.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { lookupIdInUrl, playerPath } from "@/lib/site/player-path.ts";
import { EditionMarks, PlayerName } from "../elements.tsx";
import { PlayerHead } from "../player-head.tsx";
import { isKnownPlayer, type KnownPlayer } from "../lookup/preview.ts";

const REFRESH_MS = 30_000;

interface RecentPlayer extends KnownPlayer {
  key: string;
  id: string;
}

const none: readonly RecentPlayer[] = [];
/** What the parts of the page share: earlier players stay when a request fails. */
let recent = none;
let loadedAt = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const readers = new Set<() => void>();

/** The recent lookups, none until the first response, fetched again while the page is visible. */
export function useRecentPlayers(): readonly RecentPlayer[] {
  return useSyncExternalStore(
    watch,
    () => recent,
    () => none,
  );
}

/** Loads the recent lookups from the first reader to the last. */
function watch(changed: () => void): () => void {
  readers.add(changed);
  if (readers.size === 1) {
    document.addEventListener("visibilitychange", refresh);
    timer = setInterval(refresh, REFRESH_MS);
    refresh();
  }
  return () => {
    readers.delete(changed);
    if (readers.size > 0) return;
    document.removeEventListener("visibilitychange", refresh);
    clearInterval(timer);
  };
}

/** Of a page that was hidden, the lookups are as old as that. */
function refresh(): void {
  if (document.hidden || Date.now() - loadedAt < REFRESH_MS / 2) return;
  loadedAt = Date.now();
  fetchRecent().then(
    (players) => {
      recent = players;
      for (const changed of readers) changed();
    },
    () => {
      // The next refresh may succeed.
    },
  );
}

/** Checked by hand: the contract's schemas are larger than the rest of the page. */
async function fetchRecent(): Promise<readonly RecentPlayer[]> {
  const response = await fetch("/api?recent=1", { cache: "no-cache" });
  const body = (await response.json()) as RecentBody;
  const players = body.recent.map((lookup) => ({
    key: `${lookup.edition} ${lookup.id}`,
    username: lookup.username,
    id: lookupIdInUrl(lookup),
    editions: lookup.editions,
    headUrl: lookup.head_url || null,
  }));
  if (!players.every(isKnownPlayer)) throw new Error("The response does not match the contract.");
  return players;
}

/** A whole number of rows of two, three, four or six. */
const SHOWN = 12;
/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 48;

/** The recent lookups of all visitors; nothing before the first. They are the last on their page, which grows. */
export function RecentPlayers() {
  const t = useTranslations("RecentPlayers");
  const locale = useLocale();
  const players = useRecentPlayers().slice(0, SHOWN);
  if (players.length === 0) return null;
  return (
    <section aria-labelledby="recent" className="section print:hidden">
      <h2 id="recent">{t("title")}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2 pt-4">
        {players.map(({ key, username, id, editions, headUrl }) => (
          <li key={key}>
            <a
              href={localePath(locale, playerPath(id))}
              className="group flex min-h-16 items-center gap-3 *:first:shrink-0"
            >
              <PlayerHead url={headUrl} size={HEAD_SIZE} />
              <span className="grid min-w-0">
                <b className="leading-tight group-hover:underline group-hover:underline-offset-4">
                  <PlayerName name={username} />
                </b>
                <EditionMarks editions={editions} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
