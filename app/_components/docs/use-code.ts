import { useEffect, useEffectEvent, useState } from "react";

/** While there is neither, the code is loading, or not wanted. */
interface Code<Module> {
  code: Module | undefined;
  /** After a failure; it also happens by itself when the connection returns. */
  retry: (() => void) | undefined;
}

/** Code that most visitors never need: it is loaded when it is wanted. */
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
