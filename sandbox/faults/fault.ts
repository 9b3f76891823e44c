/** A fault of a provider or the connection. */
export type Fault =
  /** Any status, with any body. */
  | {
      kind: "status";
      status: number;
      body?: string;
      contentType?: string;
      headers?: Readonly<Record<string, string>>;
    }
  /** Another file in place of the right one, with only these headers. */
  | { kind: "file"; bytes: Uint8Array; headers?: Readonly<Record<string, string>> }
  /** Too many requests, in the provider's own form. Seconds or a date; `afterMs` is the time on the way. */
  | { kind: "throttle"; retryAfter?: string | number; afterMs?: number }
  /** The page of the gateway in front of Mojang: a refusal, not a negative response. */
  | { kind: "forbidden-html"; afterMs?: number }
  /** The right response, late. */
  | { kind: "delay"; ms: number }
  /** The request is accepted and never gets a response. */
  | { kind: "hang" }
  /** The connection closes before the first byte. */
  | { kind: "drop" }
  /** A few bytes at a time: of the body only, or of the status line and headers, too. */
  | { kind: "drip"; bytesPerSecond: number; from?: "headers" | "body" }
  /** Half of the body, then an orderly close; with a Content-Length, or in chunks. */
  | { kind: "truncate"; chunked?: boolean }
  /** Spaces without end. */
  | { kind: "huge" }
  /** A valid response about another player. */
  | { kind: "wrong-identity" }
  /** The provider's own response for a miss. */
  | { kind: "not-found" }
  /** A web page with status 200. */
  | { kind: "wrong-type" }
  /** The right content type around something else. */
  | { kind: "not-json" }
  /** A profile whose textures cannot be read or must not be followed. */
  | {
      kind: "bad-textures";
      variant?: "base64" | "json" | "shape" | "foreign-host" | "url";
      url?: string;
      /** Only this texture gets the URL. */
      part?: "SKIN" | "CAPE";
    }
  /** The right JSON, with other values at its top level. */
  | { kind: "other-values"; values: Readonly<Record<string, unknown>> }
  /** A redirect to any URL. */
  | { kind: "redirect"; location: string }
  /** `{}` with status 200. */
  | { kind: "empty-object" }
  /** The provider's own error body, with status 200. */
  | { kind: "error-envelope" }
  /** The right response after this many spaces, compressed to nearly nothing. */
  | { kind: "gzip-bomb"; bytes?: number }
  /** Half of the body, then a reset of the connection. */
  | { kind: "reset-mid-body" }
  /** Geyser's 503 for overload. */
  | { kind: "too-much-traffic" }
  /** Geyser's 503 for a player it has not seen. */
  | { kind: "not-in-cache" };

interface FaultRule {
  /** A route key, or a prefix of one and a `*`. */
  route: string;
  fault: Fault;
  /** How often it applies; without it, until it is cleared. */
  times?: number;
  /** Only requests whose path, query or body contains this, in any case. */
  match?: string;
  /** Not requests that contain one of these. */
  spares?: readonly string[];
}

/** Whether a pattern matches a route key: the key itself, or a prefix of it and a `*`. */
export function meansRoute(pattern: string, key: string): boolean {
  return pattern.endsWith("*") ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}

/** The active faults, oldest first; none at first. Rejects unknown routes. */
export function createFaultList(routeKeys: readonly string[]) {
  let active: (FaultRule & { times: number })[] = [];

  const remove = (rule: FaultRule) => {
    active = active.filter((one) => one !== rule);
  };

  return {
    /** Adds a fault and returns a function that removes it. */
    add: ({ times = Infinity, ...given }: FaultRule) => {
      if (!routeKeys.some((key) => meansRoute(given.route, key))) {
        throw new Error(`no route is called ${given.route}; there are ${routeKeys.join(", ")}`);
      }
      const rule = { ...given, times };
      active.push(rule);
      return () => remove(rule);
    },
    /** The first fault for this request; uses up one of its times. */
    take: (key: string, request: string): Fault | null => {
      const text = request.toLowerCase();
      const contains = (part: string) => text.includes(part.toLowerCase());
      const rule = active.find(
        ({ route, match = "", spares = [] }) =>
          meansRoute(route, key) && contains(match) && !spares.some(contains),
      );
      if (!rule) return null;
      rule.times -= 1;
      if (rule.times <= 0) remove(rule);
      return rule.fault;
    },
    clear: () => {
      active = [];
    },
  };
}
