import { expect, it } from "vitest";
import { useRedis } from "../use-redis.ts";
import { LOU, requestTo, useWorld } from "../world.ts";

const LAST_DATE = 8.64e15;

/** Times that another clock, another program or an accident may leave in a store. */
const TIMES: [string, (now: number) => unknown][] = [
  ["in two minutes", (now) => now + 120_000],
  ["the last that a date can have", () => LAST_DATE],
  ["a whole number that no date has", () => 9e15],
  ["before all dates", () => -1e300],
  ["between two milliseconds", (now) => now - 0.5],
  ["a text", () => "yesterday"],
];

const OF_LOU = `/api?uuid=${LOU}`;
const TARGETS = [
  OF_LOU,
  "/api?username=.Mossy_Minnow",
  `/api/history?uuid=${LOU}`,
  "/api/history?username=.Mossy_Minnow",
  "/api?recent=1",
  "/api/status",
  "/compat/ashcon/user/Lantern_Two",
  "/head?username=Lantern_Two",
];
const PROVIDERS = "nametag:1:durable:providers:v1";

const { connectOther, redis } = useRedis("test");
const world = useWorld();

/** A process on the Redis that has answered. */
async function open() {
  const services = world.another({ REDIS_URL: redis().url });
  await expect
    .poll(() => services.stores.coordination.get("connected").catch(String))
    .toBeUndefined();
  return services;
}

/** A player who was renamed, one of Bedrock, and a provider that fails. */
async function fill() {
  const services = await open();
  world.sandbox.control.change(LOU, { name: "Lantern_Lou" });
  for (const target of TARGETS.slice(0, 4)) await requestTo(services, target);
  world.sandbox.control.change(LOU, { name: "Lantern_Two" });
  for (const target of [`${OF_LOU}&update=true`, ...TARGETS]) await requestTo(services, target);
  await services.close();
  const client = await connectOther();
  const counts = JSON.parse(String(await client.get(PROVIDERS))) as object;
  const outage = { provider: "geyser", from: Date.now() - 60_000, until: Date.now(), over: false };
  await client.set(PROVIDERS, JSON.stringify({ ...counts, outages: [outage] }));
}

/** Replaces every time in every value; gives how many there were. */
async function replaceTimes(by: (now: number) => unknown): Promise<number> {
  const client = await connectOther();
  let replaced = 0;
  const replace = (_key: string, value: unknown): unknown => {
    const isText = typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
    if (!isText && !(typeof value === "number" && value > 1e12 && value < 1e13)) return value;
    replaced += 1;
    const time = by(Date.now());
    const isDate = typeof time === "number" && Math.abs(time) <= LAST_DATE;
    return isText && isDate ? new Date(time).toISOString() : time;
  };
  for (const key of await client.keys("*")) {
    const text = (await client.get(key)) ?? "";
    if (!text.startsWith("{") && !text.startsWith("[")) continue;
    await client.set(key, JSON.stringify(JSON.parse(text, replace)));
  }
  return replaced;
}

const timesIn = (text: string) =>
  [...text.matchAll(/"([+-]?\d{4,6}-\d\d-\d\dT[^"]+)"|:(\d{13,16})\b/g)].map(([, date, number]) =>
    date === undefined ? Number(number) : Date.parse(date),
  );

it.each(TIMES)("no time that is %s breaks anything or is shown", async (_, time) => {
  await fill();
  expect(await replaceTimes(time)).toBeGreaterThan(12);
  const services = await open();
  const wrong: unknown[] = [];
  const former = "/api?username=Lantern_Lou";
  for (const target of [...TARGETS, `${OF_LOU}&update=true`, former, ...TARGETS]) {
    const reply = await requestTo(services, target, { client: "203.0.113.7" });
    const text = target.startsWith("/head") ? "" : Buffer.from(reply.bytes).toString();
    // A name that is not there any more may be asked for.
    const isAnswered = reply.status < 500;
    const isPast = timesIn(text).every((at) => at <= Date.now() + 1_000);
    const isFailing = text.includes('"state":"failing"');
    if (!isAnswered || !isPast || isFailing) wrong.push([target, reply.status, text]);
  }
  await services.close();
  expect(wrong).toEqual([]);
});
