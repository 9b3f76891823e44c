import { expect, it } from "vitest";
import { batchBody } from "../contract/profile.ts";
import { openTimedWorld } from "./timed-world.fixture.ts";

const PLAYERS = 150;
const PAUSE_MS = 5_000;

it.each([
  ["gamertags", (number: number) => `Nobody At ${number}`, ["geyser.xuid", "playerdb.bedrock"]],
  [
    "XUIDs",
    (number: number) => `25354${String(number).padStart(11, "0")}`,
    ["geyser.gamertag", "geyser.skin", "geyser.link-bedrock", "playerdb.bedrock"],
  ],
])(
  "150 unknown %s in batches cost one set of requests, however often they are sent again",
  async (_, nameOf, routes) => {
    const { world, clock, finish } = await openTimedWorld();
    let left = Array.from({ length: PLAYERS }, (_, index) => nameOf(index));
    const ends = new Map<string, number>();
    for (let round = 0; left.length > 0 && round < 50; round += 1) {
      const failed: string[] = [];
      for (let at = 0; at < left.length; at += 50) {
        const usernames = left.slice(at, at + 50).join(",");
        const query = new URLSearchParams({ usernames, type: "bedrock" });
        const reply = await finish(world.request(`/api/batch?${query}`));
        for (const { username = "", status } of batchBody.parse(reply.json()).results) {
          if (status === 502) failed.push(username);
          else ends.set(username, status);
        }
        await clock.pass(PAUSE_MS);
      }
      left = failed;
    }
    expect([ends.size, new Set(ends.values())]).toEqual([PLAYERS, new Set([404])]);
    const { counts } = world.sandbox.control.calls();
    const most = Math.max(...routes.map((route) => counts[route] ?? 0));
    expect(most, JSON.stringify(counts)).toBeLessThanOrEqual(1.1 * PLAYERS);
  },
);

it("once Java has the player, a lookup waits for no budget of Bedrock's", async () => {
  const { world, finish } = await openTimedWorld({ PLAYERDB_URL: "off" });
  // They spend Geyser's burst; half a second later, it would have a token again.
  const usernames = Array.from({ length: 10 }, (_, index) => `Nobody At ${index}`).join(",");
  const query = new URLSearchParams({ usernames, type: "bedrock" });
  await finish(world.request(`/api/batch?${query}`));
  const reply = await finish(world.request("/api?username=Tinker_Tess"));
  expect([reply.status, reply.json()]).toMatchObject([
    200,
    { java: { username: "Tinker_Tess" }, warnings: [{ edition: "bedrock" }] },
  ]);
});
