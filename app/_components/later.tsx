"use client";

import {
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from "react";

/**
 * A component whose code the first screen does not need: React loads it when it is first rendered, in `Later`. After a
 * failure, which React would keep for good and log, the component waits for the next attempt: on demand, or when the
 * connection returns.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const listeners = new Set<() => void>();
  let retry: (() => void) | undefined;
  const setRetry = (next: typeof retry) => {
    retry = next;
    for (const changed of listeners) changed();
  };
  const watch = (changed: () => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  };

  const attempt = (): Promise<{ default: ComponentType<Props> }> =>
    load().then(
      (component) => ({ default: component }),
      () => nextAttempt(),
    );
  const nextAttempt = async () => {
    await new Promise<void>((resolve) => {
      addEventListener("online", () => resolve(), { once: true });
      setRetry(resolve);
    });
    setRetry(undefined);
    return attempt();
  };
  return Object.assign(lazy(attempt), {
    /** Tries again; undefined unless the last attempt has failed. */
    useRetry: () =>
      useSyncExternalStore(
        watch,
        () => retry,
        () => undefined,
      ),
  });
}

interface LaterProps {
  children: ReactNode;
  /** Stands for them until their code is there. */
  meanwhile?: ReactNode;
}

/**
 * Shows components whose code comes `later`. They are rendered as a deferred value: what stands for them stays until
 * they are ready, and React does not delay them as it does after the fallback of `Suspense`.
 */
export function Later({ children, meanwhile = null }: LaterProps) {
  const isTime = useDeferredValue(true, false);
  return <Suspense fallback={meanwhile}>{isTime ? children : meanwhile}</Suspense>;
}

/** At the latest this long after hydration, in milliseconds. */
const LATEST_MS = 1_000;

/** True once the browser has had nothing else to do since the page was hydrated. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const begin = () => setIsIdle(true);
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) requestIdleCallback(begin, { timeout: LATEST_MS });
    else setTimeout(begin);
  }, []);
  return isIdle;
}
