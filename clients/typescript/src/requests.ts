import { errorOf, readJson, unreadable } from "./answers.ts";
import { NametagError } from "./error.ts";

export interface NametagOptions {
  /** Where the service is, such as `https://nametag.example`; a path after it is kept. */
  baseUrl: string;
  /** Asks in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
}

export interface RequestOptions {
  /** Ends the request; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** What every method of the client is made of. */
export interface Requests {
  json<Body>(path: string, query: object, options?: RequestOptions): Promise<Body>;
  picture(path: string, query: object, options?: RequestOptions): Promise<Blob>;
  url(path: string, query: object): string;
}

/** Asks a service, and reads its answers or throws a `NametagError`. */
export function createRequests({ baseUrl, fetch, headers = {} }: NametagOptions): Requests {
  const base = baseUrl.replace(/\/+$/, "");
  // Looked up at each call, and called without an object: browsers insist.
  const ask = (url: string, init: RequestInit) => (fetch ?? globalThis.fetch)(url, init);

  const url = (path: string, query: object) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) search.append(name, String(value));
    }
    return [base + path, search.toString()].filter(Boolean).join("?");
  };

  const answerTo = async <Answer>(
    target: string,
    { signal }: RequestOptions,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      const response = await ask(target, { headers, ...(signal && { signal }) });
      if (!response.ok) throw await errorOf(response);
      return await read(response);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof NametagError) throw error;
      throw new NametagError("UNREACHABLE", `No whole answer came from ${target}.`, {
        cause: error,
      });
    }
  };

  return {
    url,
    json: <Body>(path: string, query: object, options: RequestOptions = {}) =>
      answerTo(url(path, query), options, readJson<Body>),
    picture: (path, query, options = {}) =>
      answerTo(url(path, query), options, async (response) => {
        if (response.headers.get("content-type")?.startsWith("image/")) return response.blob();
        throw unreadable(response);
      }),
  };
}
