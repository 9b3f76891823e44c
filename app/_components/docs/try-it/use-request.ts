import { useEffect, useRef, useState } from "react";
import { ask, type Answer } from "./ask.ts";

/** After so long somebody may want to give up. */
const SLOW_MS = 1_000;

export type RequestState =
  | { kind: "idle" }
  | { kind: "waiting"; isSlow: boolean }
  | { kind: "answered"; answer: Answer }
  | { kind: "unreachable" }
  | { kind: "cancelled" };

/** One question at a time: a new one takes the last one back. */
export function useRequest() {
  const [state, setState] = useState<RequestState>({ kind: "idle" });
  const current = useRef<AbortController>(undefined);

  useEffect(() => () => current.current?.abort(), []);

  const send = async (url: string) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const isCurrent = () => current.current === controller;
    setState({ kind: "waiting", isSlow: false });
    const slow = setTimeout(() => {
      if (isCurrent()) setState({ kind: "waiting", isSlow: true });
    }, SLOW_MS);
    try {
      const answer = await ask(url, controller.signal);
      if (isCurrent()) setState({ kind: "answered", answer });
    } catch {
      if (isCurrent()) setState({ kind: controller.signal.aborted ? "cancelled" : "unreachable" });
    } finally {
      clearTimeout(slow);
    }
  };

  return { state, send, cancel: () => current.current?.abort() };
}
