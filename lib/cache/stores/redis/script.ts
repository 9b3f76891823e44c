import { createHash } from "node:crypto";
import type { Redis } from "@upstash/redis";
import { asRedisError } from "./error.ts";

/**
 * A script, sent by its digest and in full only to a Redis that does not know it. The client's own
 * `createScript` would send each in a request of its own.
 */
export function createScript<Result>(redis: Redis, script: string) {
  const sha = createHash("sha1").update(script).digest("hex");

  return async (keys: string[], parameters: string[]): Promise<Result> => {
    try {
      return await redis.evalsha<string[], Result>(sha, keys, parameters);
    } catch (error) {
      if (!asRedisError(error).message.startsWith("NOSCRIPT")) throw error;
      return redis.eval<string[], Result>(script, keys, parameters);
    }
  };
}
