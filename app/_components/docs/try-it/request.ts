import { useEffect, useRef, useState } from "react";
import type { ApiResponse } from "./response.ts";

/** After this time a cancel button appears. */
const SLOW_MS = 1_000;

export type RequestState =
  | { kind: "idle" }
  | { kind: "waiting"; isSlow: boolean }
  | { kind: "answered"; response: ApiResponse }
  | { kind: "unreachable" }
  | { kind: "cancelled" };

/** One request at a time: a new one cancels the previous one. */
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
      const { fetchResponse } = await import("./response.ts");
      const response = await fetchResponse(url, controller.signal);
      if (isCurrent()) setState({ kind: "answered", response });
    } catch {
      if (isCurrent()) setState({ kind: controller.signal.aborted ? "cancelled" : "unreachable" });
    } finally {
      clearTimeout(slow);
    }
  };

  return { state, send, cancel: () => current.current?.abort() };
}
