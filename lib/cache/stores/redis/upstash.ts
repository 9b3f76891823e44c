import { timeLimitSignal } from "../../../time/time-limit.ts";
import type { RedisTransport } from "./commands.ts";

/**
 * A Redis over Upstash's HTTP API (https://upstash.com/docs/redis/features/restapi), by its client.
 * @param limitMs Longest that one request takes.
 */
export function openUpstash(
  { restUrl, restToken }: { restUrl: string; restToken: string },
  limitMs: number,
): RedisTransport {
  const open = async (withinMs = limitMs, isAlone = false) => {
    // It takes 3 MB, which only those who use it should spend.
    const { Redis } = await import("@upstash/redis");
    return new Redis({
      url: restUrl,
      token: restToken,
      // A plain signal would make the client return null in place of an error.
      signal: () => timeLimitSignal(withinMs),
      // `false` would still try twice, and count twice.
      retry: { retries: 0 },
      automaticDeserialization: false,
      // Values are text. Base64 is longer, and its decoder drops a leading byte order mark.
      responseEncoding: false,
      enableTelemetry: false,
      enableAutoPipelining: !isAlone,
    });
  };

  return {
    kind: "upstash",
    description: `Upstash at ${new URL(restUrl).host}`,
    commands: open,
    nodeOf: () => "",
    async masters(withinMs) {
      const redis = await open(withinMs, true);
      return [{ name: "", send: (command) => redis.exec(command) }];
    },
    missingSlots: () => 0,
    canFailOver: () => false,
    close: () => undefined,
  };
}
