import { useEffect, useState } from "react";

/** At the latest this long after hydration, in milliseconds. */
const LATEST_MS = 1_000;

/** Code that the first screen does not need: loaded once the browser has nothing else to do; undefined until then. */
export function useLater<Code extends object>(load: () => Promise<Code>): Code | undefined {
  const [code, setCode] = useState<Code>();
  useEffect(() => {
    const begin = () => {
      load().then(setCode, () => {
        // Without it, the page still works as a form.
        window.addEventListener("online", begin, { once: true });
      });
    };
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) requestIdleCallback(begin, { timeout: LATEST_MS });
    else setTimeout(begin);
  }, [load]);
  return code;
}
