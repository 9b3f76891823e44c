import { useTranslations } from "next-intl";
import { useEffect, useSyncExternalStore } from "react";

/** While there is neither, the value is loading. */
interface Loaded<Value> {
  value?: Value;
  /** After a failure. */
  retry?: () => void;
}

/**
 * A hook that loads the value of a key when a component first needs it, once for all components of the
 * page. A failure is not cached: another component, or `retry`, tries again.
 */
export function createLoader<Key, Value>(load: (key: Key) => Promise<Value>) {
  const loading: Loaded<Value> = {};
  const known = new Map<Key, Loaded<Value>>();
  const watchers = new Set<() => void>();

  const start = (key: Key) => {
    const set = (loaded: Loaded<Value>) => {
      known.set(key, loaded);
      for (const changed of watchers) changed();
    };
    set(loading);
    load(key).then(
      (value) => set({ value }),
      () => set({ retry: () => start(key) }),
    );
  };
  const watch = (changed: () => void) => {
    watchers.add(changed);
    return () => watchers.delete(changed);
  };

  /** Without a key, nothing is loaded. */
  return function useLoaded(key: Key | undefined): Loaded<Value> {
    const find = () => (key === undefined ? loading : (known.get(key) ?? loading));
    const loaded = useSyncExternalStore(watch, find, () => loading);
    useEffect(() => {
      if (key === undefined) return;
      if (!known.has(key)) start(key);
      known.get(key)?.retry?.();
    }, [key]);
    return loaded;
  };
}

interface LoadNoteProps {
  of: "DocsSamples" | "DocsSearch";
  retry: (() => void) | undefined;
}

/** Shown until something is loaded: that it is, or that it failed. */
export function LoadNote({ of, retry }: LoadNoteProps) {
  const t = useTranslations(of);
  return (
    <div className="text-muted">
      <p role="status">{retry === undefined && t("loading")}</p>
      {retry !== undefined && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-bad">
          <p>{t("failed")}</p>
          <button type="button" onClick={retry} className="button">
            {t("retry")}
          </button>
        </div>
      )}
    </div>
  );
}

/** Fetches a file of the service; any other response than a success is an error. */
export async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
  return response;
}
