import { z } from "zod";

const bytes = z.number().int().positive();

/** A fault of a provider or the connection. */
export const faultSchema = z.discriminatedUnion("kind", [
  /** Any status, with any body. */
  z.strictObject({
    kind: z.literal("status"),
    status: z.number().int().min(200).max(599),
    body: z.string().optional(),
    contentType: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  /** Too many requests, in the provider's own form. Seconds or a date. */
  z.strictObject({
    kind: z.literal("throttle"),
    retryAfter: z.union([z.string(), z.number()]).optional(),
  }),
  /** The page of the gateway in front of Mojang: a refusal, not a negative response. */
  z.strictObject({ kind: z.literal("forbidden-html") }),
  /** The right response, late. */
  z.strictObject({ kind: z.literal("delay"), ms: z.number().nonnegative() }),
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
  /** The right response after this many spaces; without a number it never ends. */
  z.strictObject({
    kind: z.literal("huge"),
    bytes: bytes.optional(),
    declared: z.boolean().optional(),
  }),
  /** A valid response about another player. */
  z.strictObject({ kind: z.literal("wrong-identity") }),
  /** The provider's own response for a miss. */
  z.strictObject({ kind: z.literal("not-found") }),
  /** A web page with status 200. */
  z.strictObject({ kind: z.literal("wrong-type") }),
  /** The right content type around something else. */
  z.strictObject({ kind: z.literal("not-json") }),
  /** A profile whose textures cannot be read or must not be followed. */
  z.strictObject({
    kind: z.literal("bad-textures"),
    variant: z.enum(["base64", "json", "shape", "missing", "foreign-host", "url"]).optional(),
    url: z.string().optional(),
  }),
  /** A redirect to any URL. */
  z.strictObject({
    kind: z.literal("redirect"),
    location: z.string(),
    status: z.number().int().min(300).max(399).optional(),
  }),
  /** `{}` with status 200. */
  z.strictObject({ kind: z.literal("empty-object") }),
  /** The provider's own error body, with status 200. */
  z.strictObject({ kind: z.literal("error-envelope") }),
  /** The right response after this many spaces, compressed to nearly nothing. */
  z.strictObject({ kind: z.literal("gzip-bomb"), bytes: bytes.optional() }),
  /** Half of the body, then a reset of the connection. */
  z.strictObject({ kind: z.literal("reset-mid-body") }),
  /** Geyser's 503 for overload. */
  z.strictObject({ kind: z.literal("too-much-traffic") }),
  /** Geyser's 503 for a player it has not seen. */
  z.strictObject({ kind: z.literal("not-in-cache") }),
]);

export type Fault = z.infer<typeof faultSchema>;

/** The routes of a fault, how often it applies, and to which requests. */
export const faultRuleSchema = z.strictObject({
  /** A route key, or a prefix of one and a `*`. */
  route: z.string().min(1),
  fault: faultSchema,
  /** Without it, the fault stays until it is cleared. */
  times: z.number().int().positive().optional(),
  /** Only requests whose path, query or body contains this, in any case. */
  match: z.string().min(1).optional(),
});

export type FaultRule = z.infer<typeof faultRuleSchema>;

/** Whether a pattern matches a route key: the key itself, or a prefix of it and a `*`. */
export function meansRoute(pattern: string, key: string): boolean {
  return pattern.endsWith("*") ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}

export type FaultList = ReturnType<typeof createFaultList>;

/** The active faults, oldest first; none at first. Rejects unknown routes. */
export function createFaultList(routeKeys: readonly string[]) {
  let armed: ArmedFault[] = [];

  const disarm = (fault: ArmedFault) => {
    armed = armed.filter((one) => one !== fault);
  };

  return {
    /** Adds a fault and returns a function that removes it. */
    add: (given: FaultRule) => {
      const rule = faultRuleSchema.parse(given);
      if (!routeKeys.some((key) => meansRoute(rule.route, key))) {
        throw new Error(`no route is called ${rule.route}; there are ${routeKeys.join(", ")}`);
      }
      const fault = { rule, left: rule.times ?? Infinity };
      armed.push(fault);
      return () => disarm(fault);
    },
    /** The first fault for this request; uses up one of its times. */
    take: (key: string, request: string): Fault | null => {
      const fault = armed.find(({ rule }) => applies(rule, key, request));
      if (!fault) return null;
      fault.left -= 1;
      if (fault.left <= 0) disarm(fault);
      return fault.rule.fault;
    },
    list: (): readonly FaultRule[] =>
      armed.map(({ rule, left }) => (Number.isFinite(left) ? { ...rule, times: left } : rule)),
    clear: () => {
      armed = [];
    },
  };
}

interface ArmedFault {
  readonly rule: FaultRule;
  left: number;
}

function applies(rule: FaultRule, key: string, request: string): boolean {
  if (!meansRoute(rule.route, key)) return false;
  return rule.match === undefined || request.toLowerCase().includes(rule.match.toLowerCase());
}
