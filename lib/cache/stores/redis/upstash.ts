import { timeLimitSignal } from "../../../clock.ts";
import { ConfigurationError } from "../../../configuration/configuration.ts";
import type { RedisTransport } from "./commands.ts";
import { probedKey, PROBED_MS } from "./inspect.ts";

/**
 * A Redis over Upstash's HTTP API (https://upstash.com/docs/redis/features/restapi), by its client.
 * @param limitMs Longest that one request takes.
 */
export function openUpstash(
  { restUrl, restToken }: { restUrl: string; restToken: string },
  limitMs: number,
): RedisTransport {
  const open = async (enableAutoPipelining: boolean) => {
    // It takes 3 MB, which only those who use it should spend.
    const { Redis } = await import("@upstash/redis");
    return new Redis({
      url: restUrl,
      token: restToken,
      // A plain signal would make the client return null in place of an error.
      signal: () => timeLimitSignal(limitMs),
      // `false` would still try twice, and count twice.
      retry: { retries: 0 },
      automaticDeserialization: false,
      // Values are text. Base64 is longer, and its decoder drops a leading byte order mark.
      responseEncoding: false,
      enableTelemetry: false,
      enableAutoPipelining,
    });
  };
  const [together, direct] = [open(true), open(false)];
  const description = `Upstash at ${new URL(restUrl).host}`;

  return {
    description,
    redis: () => together,
    direct: () => direct,
    nodeOf: () => "",
    masters: async () => [{ name: "", send: async (command) => (await direct).exec(command) }],
    isCluster: () => false,
    canFailOver: () => false,
    async inspect() {
      try {
        const redis = await direct;
        await redis.set(probedKey("values"), "", { px: PROBED_MS });
        const info = String(await redis.exec(["INFO"]).catch(() => ""));
        const [, version] = /^redis_version:(.*?)\r?$/m.exec(info) ?? [];
        const report = { nodes: 1, masters: 1, policies: [] };
        return version ? { ...report, version: `redis ${version}` } : report;
      } catch (error) {
        const sentence = refusalOf(String(error), description);
        if (sentence !== undefined) throw new ConfigurationError(sentence);
        return undefined;
      }
    },
    close: () => undefined,
  };
}

function refusalOf(message: string, where: string): string | undefined {
  if (/\b(Unauthorized|WRONGPASS)\b/.test(message)) {
    return `UPSTASH_REDIS_REST_TOKEN must be the token of ${where}, which refuses this one.`;
  }
  if (/\bNOPERM\b/.test(message)) {
    return `UPSTASH_REDIS_REST_TOKEN must be a token that may write: ${where} permits this one to read.`;
  }
  return undefined;
}
