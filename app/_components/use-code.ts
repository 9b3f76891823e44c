import { useEffect, useEffectEvent, useState } from "react";

/** While there is neither, the code is loading, or not wanted. */
interface Code<Module> {
  code: Module | undefined;
  /** After a failure; it also happens by itself when the connection returns. */
  retry: (() => void) | undefined;
}

/** Code that the first screen does not need: it is loaded when it is wanted. */
export function useCode<Module>(load: () => Promise<Module>, isWanted: boolean): Code<Module> {
  const [code, setCode] = useState<Module>();
  const [hasFailed, setFailed] = useState(false);

  const start = () => void load().then(setCode, () => setFailed(true));
  const retry = () => {
    setFailed(false);
    start();
  };
  const startNow = useEffectEvent(start);
  const retryNow = useEffectEvent(retry);

  useEffect(() => {
    if (isWanted) startNow();
  }, [isWanted]);
  useEffect(() => {
    if (!hasFailed) return;
    const online = () => retryNow();
    addEventListener("online", online);
    return () => removeEventListener("online", online);
  }, [hasFailed]);

  return { code, retry: hasFailed && code === undefined ? retry : undefined };
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
