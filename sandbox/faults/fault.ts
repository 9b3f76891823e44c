import { z } from "zod";

const count = z.int().min(0);
const name = z.string().min(1);
const headers = z.record(z.string(), z.string()).optional();

/** The faults that JSON can say. */
const jsonFault = z.discriminatedUnion("kind", [
  /** Any status, with any body. */
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().min(200).max(599),
    body: z.string().optional(),
    contentType: z.string().optional(),
    headers,
  }),
  /** Too many requests, in the provider's own form. Seconds or a date; `afterMs` is the time on the way. */
  z.strictObject({
    kind: z.literal("throttle"),
    retryAfter: z.union([z.string(), z.number()]).optional(),
    afterMs: count.optional(),
  }),
  /** The page of the gateway in front of Mojang: a refusal, not a negative response. */
  z.strictObject({ kind: z.literal("forbidden-html"), afterMs: count.optional() }),
  /** The right response, late. */
  z.strictObject({ kind: z.literal("delay"), ms: count }),
  /** The request is accepted and never gets a response. */
  z.strictObject({ kind: z.literal("hang") }),
  /** The connection closes before the first byte. */
  z.strictObject({ kind: z.literal("drop") }),
  /** A few bytes at a time: of the body only, or of the status line and headers, too. */
  z.strictObject({
    kind: z.literal("drip"),
    bytesPerSecond: z.number().positive(),
    from: z.enum(["headers", "body"]).optional(),
  }),
  /** Half of the body, then an orderly close; with a Content-Length, or in chunks. */
  z.strictObject({ kind: z.literal("truncate"), chunked: z.boolean().optional() }),
  /** Spaces without end. */
  z.strictObject({ kind: z.literal("huge") }),
  /** A valid response about another player. */
  z.strictObject({ kind: z.literal("wrong-identity") }),
  /** The provider's own response for a miss. */
  z.strictObject({ kind: z.literal("not-found") }),
  /** A web page with status 200. */
  z.strictObject({ kind: z.literal("wrong-type") }),
  /** The right content type around something else. */
  z.strictObject({ kind: z.literal("not-json") }),
  /** A profile whose textures cannot be read or must not be followed; `part` alone gets the URL. */
  z.strictObject({
    kind: z.literal("bad-textures"),
    variant: z.enum(["base64", "json", "shape", "foreign-host", "url"]).optional(),
    url: z.string().optional(),
    part: z.enum(["SKIN", "CAPE"]).optional(),
  }),
  /** The right JSON, with other values at its top level. */
  z.strictObject({ kind: z.literal("other-values"), values: z.record(z.string(), z.unknown()) }),
  /** A redirect to any URL. */
  z.strictObject({ kind: z.literal("redirect"), location: z.string() }),
  /** `{}` with status 200. */
  z.strictObject({ kind: z.literal("empty-object") }),
  /** The provider's own error body, with status 200. */
  z.strictObject({ kind: z.literal("error-envelope") }),
  /** The right response after this many spaces, compressed to nearly nothing. */
  z.strictObject({ kind: z.literal("gzip-bomb"), bytes: count.optional() }),
  /** Half of the body, then a reset of the connection. */
  z.strictObject({ kind: z.literal("reset-mid-body") }),
  /** Geyser's 503 for overload. */
  z.strictObject({ kind: z.literal("too-much-traffic") }),
  /** Geyser's 503 for a player it has not seen. */
  z.strictObject({ kind: z.literal("not-in-cache") }),
]);

/** A fault of a provider or the connection. */
export type Fault =
  | z.infer<typeof jsonFault>
  /** Another file in place of the right one, with only these headers. */
  | { kind: "file"; bytes: Uint8Array; headers?: Readonly<Record<string, string>> };

export const FAULT_KINDS = jsonFault.options.flatMap(({ shape }) => [...shape.kind.values]);

interface FaultRule {
  /** A route key, or a prefix of one and a `*`. */
  route: string;
  fault: Fault;
  /** How often it applies; without it, until it is cleared. */
  times?: number | undefined;
  /** Only requests whose path, query or body contains this, in any case. */
  match?: string | undefined;
  /** Not requests that contain one of these. */
  spares?: readonly string[] | undefined;
}

/** A rule as JSON. */
export const jsonRule = z.strictObject({
  route: name,
  fault: jsonFault,
  times: z.int().positive().optional(),
  match: name.optional(),
  spares: z.array(name).optional(),
});

/** True if a pattern matches a route key: the key itself, or a prefix of it and a `*`. */
export function meansRoute(pattern: string, key: string): boolean {
  return pattern.endsWith("*") ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}

/** Says in one line what goes wrong, for people: `geyser.xuid: delay, ms 3000, only with "Lantern Lou"`. */
export function describeFault({ route, fault, times, match, spares = [] }: FaultRule): string {
  const { kind, ...details } = fault;
  const values = kind === "file" ? [] : Object.entries(details);
  return [
    `${route}: ${kind}`,
    ...values.map(([name, value]) => `${name} ${JSON.stringify(value)}`),
    ...(match === undefined ? [] : [`only with ${JSON.stringify(match)}`]),
    ...spares.map((part) => `not with ${JSON.stringify(part)}`),
    ...(times === undefined ? [] : [`${times} more`]),
  ].join(", ");
}

/** Gets each fault that is switched on, or has ended. */
type FaultListener = (change: "on" | "off", rule: FaultRule) => void;

/** The active faults, oldest first; none at first. Rejects unknown routes. */
export function createFaultList(routeKeys: readonly string[]) {
  let active: (FaultRule & { times: number })[] = [];
  let listener: FaultListener = () => undefined;

  const remove = (rule: FaultRule) => {
    if (!active.some((one) => one === rule)) return;
    active = active.filter((one) => one !== rule);
    const { times: _, ...ended } = rule;
    listener("off", ended);
  };

  /** A rule without the times of one that stays until it is cleared. */
  const given = ({ times = Infinity, ...rule }: FaultRule): FaultRule =>
    Number.isFinite(times) ? { ...rule, times } : rule;

  return {
    /** Adds a fault and returns a function that removes it. */
    add: ({ times = Infinity, ...others }: FaultRule) => {
      if (!routeKeys.some((key) => meansRoute(others.route, key))) {
        throw new Error(`no route is called ${others.route}; there are ${routeKeys.join(", ")}`);
      }
      const rule = { ...others, times };
      active.push(rule);
      listener("on", given(rule));
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
    /** The active faults, oldest first. */
    list: () => active.map(given),
    clear: () => active.forEach(remove),
    /** Calls back whenever a fault is switched on or ends. */
    watch: (changed: FaultListener) => {
      listener = changed;
    },
  };
}
