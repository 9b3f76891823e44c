"use client";

import { useTranslations } from "next-intl";
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { Later, later } from "../later.tsx";
import { Banner } from "./banner.tsx";
import type { StatusParts } from "./status-parts.tsx";
import type { Update } from "./updates.tsx";
import type { Headline } from "./verdict.tsx";

/** For the first update, most visitors do not stay. */
const Updates = later(async () => (await import("./updates.tsx")).Updates);

const NewParts = createContext<Partial<StatusParts>>({});

/** A part of the page: as the server rendered it, until there is a newer one. */
export function StatusPart({ of, children }: { of: keyof StatusParts; children: ReactNode }) {
  return useContext(NewParts)[of] ?? children;
}

/**
 * Keeps the page up to date while it is visible. The parts that the server rendered are no state of it: a browser would
 * write dates differently.
 */
export function LiveStatus({ first, children }: { first: Headline; children: ReactNode }) {
  const t = useTranslations("StatusPage");
  const [latest, setLatest] = useState<Update>({ ...first, parts: {} });
  const [hasFailed, setHasFailed] = useState(false);
  const isOnline = useIsOnline();
  const isLive = useIsLive();
  const isCodeMissing = useMissingCode();
  const { verdict, asOf, pageTitle } = latest;
  useDocumentTitle(pageTitle);
  const show = (update: Update) => {
    setLatest(update);
    setHasFailed(false);
  };

  const isOutdated = hasFailed || isCodeMissing;
  const problem = !isOnline ? "offline" : isOutdated ? "outdated" : null;
  const said = problem === null ? verdict : t(problem);
  const parts = {
    ...latest.parts,
    ...(problem !== null && {
      verdict: (
        <Banner
          works={false}
          title={said}
          text={t("lastKnown", { verdict })}
          asOf={asOf}
          updates={t("updates")}
        />
      ),
    }),
  };
  // Only a change is worth hearing, not that everything still works.
  const [hasChanged, setHasChanged] = useState(false);
  if (!hasChanged && said !== first.verdict) setHasChanged(true);
  return (
    <NewParts value={parts}>
      {children}
      <p role="status" className="sr-only">
        {hasChanged && said}
      </p>
      {isLive && (
        <Later>
          <Updates show={show} fail={() => setHasFailed(true)} />
        </Later>
      )}
    </NewParts>
  );
}

/** The page is as old as this when the first update is due, so that many pages do not ask at once. */
const FIRST_MS = 30_000;

const soon = () => FIRST_MS * (1 + Math.random());

/** True from when the first update is due and somebody sees the page, with a connection. */
function useIsLive(): boolean {
  const [isDue, setDue] = useState(false);
  const [isLive, setLive] = useState(false);
  const isVisible = useIsVisible();
  const isOnline = useIsOnline();
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), soon());
    return () => clearTimeout(timer);
  }, []);
  if (!isLive && isDue && isVisible && isOnline) setLive(true);
  return isLive;
}

/** True while the code for updates has not arrived; after some time, it is loaded again. */
function useMissingCode(): boolean {
  const retry = Updates.useRetry();
  useEffect(() => {
    if (retry === undefined) return;
    const timer = setTimeout(retry, soon());
    return () => clearTimeout(timer);
  }, [retry]);
  return retry !== undefined;
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  );
}

function useIsVisible(): boolean {
  return useSyncExternalStore(
    watch,
    () => !document.hidden,
    () => true,
  );
}

/** Calls back when the connection or the visibility of the page changes. */
function watch(changed: () => void): () => void {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  for (const event of ["online", "offline", "visibilitychange"]) {
    addEventListener(event, changed, options);
  }
  return () => end.abort();
}

/** Writes the page's own part of the document's title. */
function useDocumentTitle(title: string): void {
  const shown = useRef(title);
  useEffect(() => {
    document.title = document.title.replace(shown.current, () => title);
    shown.current = title;
  }, [title]);
}
