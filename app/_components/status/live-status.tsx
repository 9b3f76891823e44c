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
import { Banner } from "./banner.tsx";
import type { Snapshot } from "./snapshot.ts";
import type { StatusParts } from "./status-parts.tsx";
import type * as UpdatesCode from "./updates.tsx";
import type { Headline } from "./verdict.tsx";

/** The last snapshot that arrived. */
export type Latest = Snapshot & Headline;

const NewParts = createContext<Partial<StatusParts>>({});

/** A part of the page: as the server rendered it, until there is a newer one. */
export function StatusPart({ of, children }: { of: keyof StatusParts; children: ReactNode }) {
  return useContext(NewParts)[of] ?? children;
}

/**
 * Keeps the page up to date while it is visible. The code for that is loaded with the first update, for which most
 * visitors do not stay. The parts that the server rendered are no state of it: a browser would write dates differently.
 */
export function LiveStatus({ first, children }: { first: Headline; children: ReactNode }) {
  const t = useTranslations("StatusPage");
  const [latest, setLatest] = useState<Latest>();
  const [hasFailed, setHasFailed] = useState(false);
  const code = useUpdatesCode(setHasFailed);
  const isOnline = useIsOnline();
  const { verdict, asOf, pageTitle } = latest ?? first;
  useDocumentTitle(pageTitle);

  const problem = !isOnline ? "offline" : hasFailed ? "outdated" : null;
  const said = problem === null ? verdict : t(problem);
  const parts = {
    ...(latest && code?.statusParts(latest)),
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
      {code && <code.Updates show={setLatest} fail={setHasFailed} />}
    </NewParts>
  );
}

/** The page is as old as this when the first update is due, so that many pages do not ask at once. */
const FIRST_MS = 30_000;

/** The code for updates, once the first is due and the page is visible. */
function useUpdatesCode(setHasFailed: (hasFailed: boolean) => void) {
  const [code, setCode] = useState<typeof UpdatesCode>();
  useEffect(() => {
    if (code !== undefined) return;
    let timer = 0;
    let isDue = false;
    const wait = () => {
      isDue = false;
      const due = () => {
        isDue = true;
        load();
      };
      timer = window.setTimeout(due, FIRST_MS * (1 + Math.random()));
    };
    const load = () => {
      // The events call again.
      if (!isDue || document.hidden || !navigator.onLine) return;
      isDue = false;
      import("./updates.tsx").then(setCode, () => {
        setHasFailed(true);
        wait();
      });
    };
    wait();
    document.addEventListener("visibilitychange", load);
    addEventListener("online", load);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", load);
      removeEventListener("online", load);
    };
  }, [code, setHasFailed]);
  return code;
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener("online", changed);
      addEventListener("offline", changed);
      return () => {
        removeEventListener("online", changed);
        removeEventListener("offline", changed);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}

/** Writes the page's own part of the document's title. */
function useDocumentTitle(title: string): void {
  const shown = useRef(title);
  useEffect(() => {
    document.title = document.title.replace(shown.current, () => title);
    shown.current = title;
  }, [title]);
}
