import { useEffect } from "react";
import useSWR from "swr";
import type { StatusBody } from "@/lib/contract/status.ts";
import type { Latest } from "./live-status.tsx";
import { timeOf, type Snapshot } from "./snapshot.ts";
import { useHeadline } from "./verdict.tsx";

// One chunk has everything that an update needs.
export { statusParts } from "./status-parts.tsx";

const STATUS_URL = "/api/status";
/** On average; each page waits for another time. */
const EVERY_MS = 60_000;
const TIMEOUT_MS = 15_000;
/** Switching between tabs must not cause a request each time. */
const FOCUS_MS = 15_000;

const OPTIONS = {
  refreshInterval: () => EVERY_MS * (0.75 + Math.random() / 2),
  focusThrottleInterval: FOCUS_MS,
};

interface UpdatesProps {
  show: (latest: Latest) => void;
  fail: (hasFailed: boolean) => void;
}

/**
 * Requests the status at once, then again and again while the page is visible. After a failure, SWR tries again, each
 * time after a longer pause.
 */
export function Updates({ show, fail }: UpdatesProps) {
  const { data, error } = useSWR<Snapshot, Error>(STATUS_URL, readStatus, OPTIONS);
  const hasFailed = error !== undefined;
  useEffect(() => fail(hasFailed), [fail, hasFailed]);
  return data && <Shown snapshot={data} show={show} />;
}

function Shown({ snapshot, show }: { snapshot: Snapshot } & Pick<UpdatesProps, "show">) {
  const { verdict, asOf, pageTitle } = useHeadline(snapshot);
  useEffect(
    () => show({ ...snapshot, verdict, asOf, pageTitle }),
    [show, snapshot, verdict, asOf, pageTitle],
  );
  return null;
}

/** The body is not parsed by the contract's schemas, which would be larger than the rest of the page. */
async function readStatus(url: string): Promise<Snapshot> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const status = (await response.json()) as StatusBody | { success: false };
  if (!status.success) throw new Error(`There is no status at ${url}.`);
  return { status, at: timeOf(response) };
}
