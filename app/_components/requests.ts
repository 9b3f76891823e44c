"use client";

import useSWR, { type SWRConfiguration } from "swr";
import { timeOf } from "./status/snapshot.ts";

/*
 * All requests of the browser after the page is there go through SWR: a key is the URL of a response of this service. SWR
 * is loaded with the code that uses it.
 */

/** A response of JSON. */
export interface Loaded<Body> {
  /** It is not parsed by the contract's schemas, which would be larger than the rest of the page. */
  body: Body;
  /** When it was made, in milliseconds since 1970. */
  at: number;
}

/** Longer than any lookup takes; then the request is cancelled. */
export const TIMEOUT_MS = 15_000;

/**
 * A response of this service, requested as often as the options say.
 * @param url Null to request nothing.
 */
export function useLoaded<Body>(
  url: string | null,
  options?: SWRConfiguration<Loaded<Body>, Error>,
) {
  return useSWR<Loaded<Body>, Error>(url, load<Body>, options);
}

/** Any other response than a success is an error. */
async function load<Body>(url: string): Promise<Loaded<Body>> {
  const response = await fetch(url, {
    // The API's may have changed since the browser has kept them; files change with a release.
    cache: url.startsWith("/api") ? "no-cache" : "default",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
  return { body: (await response.json()) as Body, at: timeOf(response) };
}

/** A few times, at growing intervals; then when the connection returns, and on demand. */
const FILE = { errorRetryCount: 3, revalidateIfStale: false, revalidateOnFocus: false };

/** While there is neither, the file is loading. */
interface FileState<Body> {
  file: Body | undefined;
  /** After a failure. */
  retry: (() => void) | undefined;
}

/** A file of the service, which does not change while the page is open. */
export function useFile<Body>(url: string): FileState<Body> {
  const { data, error, mutate } = useLoaded<Body>(url, FILE);
  const hasFailed = data === undefined && error !== undefined;
  return { file: data?.body, retry: hasFailed ? () => void mutate() : undefined };
}
