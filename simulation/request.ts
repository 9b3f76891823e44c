import type { Services } from "../lib/services.ts";

/** How the service responded to a request. */
export interface SimulatedResponse {
  by: "finished" | "handler";
  status: number;
  /** `HIT`, `MISS` or `STALE`. */
  cache: string;
  /** One edition was left out, with a warning. */
  isPartial: boolean;
  /** For how long a shared cache may serve it. */
  maxAgeSeconds: number;
}

/** Sends a request to the service as its front server does: a finished response comes at once. */
export function request(
  { api }: Services,
  target: string,
): SimulatedResponse | Promise<SimulatedResponse> {
  const finished = api.finished.find(target);
  if (finished !== undefined) {
    const [, cacheControl] = finished.head;
    const { status } = finished;
    return {
      by: "finished",
      status,
      cache: "HIT",
      isPartial: false,
      maxAgeSeconds: maxAge(cacheControl),
    };
  }
  return handle(api, target);
}

async function handle(api: Services["api"], target: string): Promise<SimulatedResponse> {
  const [path = "", query = ""] = target.split("?");
  const { status, headers, body } = await api.handle({
    method: "GET",
    path,
    query,
    search: new URLSearchParams(query),
    ifNoneMatch: undefined,
    clientAddress: addressFor(target),
  });
  return {
    by: "handler",
    status,
    cache: headers["x-cache"] ?? "",
    isPartial: typeof body === "string" && body.includes('"warnings"'),
    maxAgeSeconds: maxAge(headers["cache-control"]),
  };
}

/** Each player is requested by a client of its own. */
function addressFor(target: string): string {
  let hash = 0;
  for (const letter of target) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return `10.${hash & 255}.${(hash >> 8) & 255}.${(hash >> 16) & 255}`;
}

function maxAge(cacheControl = ""): number {
  const [, shared, own] = /s-maxage=(\d+)|max-age=(\d+)(?!.*s-maxage)/.exec(cacheControl) ?? [];
  return Number(shared ?? own ?? 0);
}
