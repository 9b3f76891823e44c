"use client";

import type { StatusBody } from "@/lib/contract/status.ts";
import { useLoaded } from "../requests.ts";
import { statusParts, type StatusParts } from "./status-parts.tsx";
import { useHeadline, type Headline } from "./verdict.tsx";

/** A newer snapshot, as the page shows it. */
export interface Update extends Headline {
  parts: Partial<StatusParts>;
}

/** On average; each page waits for another time. */
const EVERY_MS = 60_000;
/** Switching between tabs must not cause a request each time. */
const FOCUS_MS = 15_000;

interface UpdatesProps {
  show: (update: Update) => void;
  fail: () => void;
}

/**
 * Requests the status at once, then again and again while the page is visible. After a failure, SWR tries again, each
 * time after a longer pause.
 */
export function Updates({ show, fail }: UpdatesProps) {
  const headlineOf = useHeadline();
  useLoaded<StatusBody>("/api/status", {
    refreshInterval: () => EVERY_MS * (0.75 + Math.random() / 2),
    focusThrottleInterval: FOCUS_MS,
    onSuccess({ body: status, at }) {
      const snapshot = { status, at };
      show({ ...headlineOf(snapshot), parts: statusParts(snapshot) });
    },
    onError: fail,
  });
  return null;
}
