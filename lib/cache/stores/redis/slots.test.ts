import fc from "fast-check";
import { expect, it } from "vitest";
import { slotOf } from "./connect.ts";
import { openRedisCluster } from "../../../../testing/use-redis.ts";

it("is the slot that Redis has for a key, with all kinds of braces", async () => {
  const cluster = await openRedisCluster({ masters: 1 });
  const [node] = cluster.nodes;
  const part = fc.constantFrom("{", "}", "a", "bc", "é", "🙂", "");
  const keys = fc.sample(
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
    300,
  );
  const all = ["123456789", "{}a", "a{}b{c}", "{a}{b}", "a}{b}", ...keys];
  for (const key of all) {
    expect([key, slotOf(key)]).toEqual([key, await node?.ask("CLUSTER", "KEYSLOT", key)]);
  }
});
