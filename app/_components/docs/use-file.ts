import useSWR, { useSWRConfig } from "swr";

/** While there is neither, the file is loading. */
interface File<Value> {
  value: Value | undefined;
  /** After a failure. */
  retry: (() => void) | undefined;
}

/** A few times, at growing intervals; then when the connection returns, and on demand. */
const RETRIES = 3;

/**
 * A file of the service, loaded once for all components of the page: it does not change while the page is open.
 * @param read Makes the value of it.
 */
export function useFile<Value>(
  url: string,
  read: (response: Response) => Promise<Value>,
): File<Value> {
  const { cache } = useSWRConfig();
  const { data, error, mutate } = useSWR(url, async () => read(await fetchFile(url)), {
    errorRetryCount: RETRIES,
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: cache.get(url)?.data === undefined,
  });
  const hasFailed = data === undefined && error !== undefined;
  return { value: data, retry: hasFailed ? () => void mutate() : undefined };
}

/** Fetches a file of the service; any other response than a success is an error. */
async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
  return response;
}
