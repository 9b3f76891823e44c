import type { StatusBody } from "@/lib/contract/status.ts";

/** A report of the service about itself, with its time. */
export interface Snapshot {
  status: StatusBody;
  /** In milliseconds since 1970. */
  at: number;
}

/** When a response was made: it may come from a cache. */
export function timeOf(response: Response): number {
  const at = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(at) ? Date.now() : at;
}
