import { describe, expect, it, vi } from "vitest";
import { scratchDirectory } from "../cache/stores/sqlite/scratch.fixture.ts";
import { allRoutes, METRICS, type MetricName } from "../metrics/definitions.ts";
import { readMetrics, sumOf } from "../../testing/metrics-text.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import {
  createTestWorld,
  openWorld,
  useWorld,
  withStoppedClock,
  type TestWorld,
} from "../../testing/world.ts";
import { createApp } from "../app/app.ts";
import { systemClock } from "../time/clock.ts";
import type { AccessLog, AccessLogEntry } from "../log/logger.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { internalRequest } from "../http/request.ts";
import { createResponses } from "../http/responses.ts";
import type { RouteServices } from "./route.ts";

const world = useWorld();

/** The metrics of this moment. */
const scrape = (of = world): Promise<string> => of.services.metrics.text();

/** The growth of a metric while something was done. */
async function growth(
  name: string,
  labels: Record<string, string>,
  what: () => Promise<unknown>,
): Promise<number> {
  const before = sumOf(await scrape(), name, labels);
  await what();
  return sumOf(await scrape(), name, labels) - before;
}

/** Requests a target, and then some more times, which cached responses serve. */
async function requestTimes(target: string, times: number, unchanged = false): Promise<void> {
  const { etag = "" } = (await world.request(target)).headers;
  for (let at = 0; at < times; at++) {
    const { status } = await world.request(target, unchanged ? { ifNoneMatch: etag } : {});
    expect(status).toBe(unchanged ? 304 : 200);
  }
}

describe("/api/metrics", () => {
  it("answers as text that is not cacheable and readable by every site", async () => {
    const reply = await world.request("/api/metrics");
    expect(reply.status).toBe(200);
    expect(reply.caching?.isReusable).toBe(false);
    expect(reply.headers).toMatchObject({
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
      "content-length": String(reply.bytes.length),
    });
    expect((await world.request("/api/metrics", { method: "POST" })).status).toBe(405);
  });

  it("is rendered at most once a second for all who ask", async () => {
    const clock = createTestClock();
    const { api, close } = world.another({}, { clock });
    const text = async () => {
      const request = internalRequest("/api/metrics", { clientAddress: "203.0.113.9" });
      return String((await api.replyTo(request)).body);
    };
    const all = await Promise.all(Array.from({ length: 32 }, text));
    clock.advance(999);
    expect(new Set([...all, await text()]).size).toBe(1);
    clock.advance(1);
    const requests = sumOf(await text(), "nametag_requests_total", { route: "/api/metrics" });
    expect(requests).toBe(33);
    await close();
  });

  it("keeps the rules of Prometheus: HELP and TYPE, one piece each, names by their type", async () => {
    await world.request("/api?username=Lantern_Lou");
    for (const { name, type, help, lines } of readMetrics(await scrape()).values()) {
      expect(type, name).toMatch(/^(counter|gauge|histogram)$/);
      expect(help, name).toMatch(/^\S.*\.$/);
      expect(name.endsWith("_total"), name).toBe(type === "counter");
      expect(name, "has base units and no type in its name").not.toMatch(
        /_(ms|milliseconds|kb|mb|percent|gauge|counter|histogram)(_|$)/,
      );
      for (const { labels } of lines) {
        expect("le" in labels && type !== "histogram", name).toBe(false);
        expect(labels, name).not.toHaveProperty("quantile");
      }
    }
  });

  it("has every metric of the table that has a source, as the table says", async () => {
    const families = readMetrics(await scrape());
    const own = [...families.values()].filter(({ name }) => name.startsWith("nametag_"));
    expect(own.length).toBeGreaterThan(15);
    for (const { name, type, help, lines } of own) {
      expect(METRICS).toHaveProperty(name);
      const definition = METRICS[name as MetricName];
      expect({ type, help }).toEqual({ type: definition.type, help: definition.help });
      for (const { labels } of lines) {
        const { le: _, ...others } = labels;
        expect(Object.keys(others).toSorted()).toEqual(definition.labels.toSorted());
      }
    }
    expect(families.has("process_resident_memory_bytes")).toBe(true);
  });
});

describe("what is counted", () => {
  const requests = "nametag_requests_total";

  it.each([
    ["/api?username=nobody_at_all", { route: "/api", status: "404", cache: "miss" }],
    ["/api?username=nobody_at_all", { route: "/api", status: "404", cache: "hit" }],
    ["/api/?social=1", { route: "/api", status: "200", cache: "hit" }],
    ["/head?username=Tinker_Tess", { route: "/head", status: "200", cache: "miss" }],
    ["/head?username=Tinker_Tess", { route: "/head", status: "200", cache: "hit" }],
    ["/api/no/such/address", { route: "other", status: "404", cache: "miss" }],
    ["/api/ready", { route: "/api/ready", status: "200", cache: "miss" }],
  ])("a response to %s as %j", async (target, labels) => {
    expect(await growth(requests, labels, () => world.request(target))).toBe(1);
  });

  it("how long responses take", async () => {
    const route = { route: "/skin" };
    const name = "nametag_request_duration_seconds";
    await world.request("/skin?username=Tinker_Tess");
    const lines = readMetrics(await scrape()).get(name)?.lines ?? [];
    const of = (suffix: string) =>
      lines.filter((line) => line.name === name + suffix && line.labels["route"] === route.route);
    expect(of("_count").map(({ value }) => value)).toEqual([1]);
    expect(of("_sum")[0]?.value).toBeGreaterThan(0);
    expect(of("_sum")[0]?.value).toBeLessThan(10);
    expect(of("_bucket")).toHaveLength(15);
  });

  it("responses that are sent again, whole and as 304", async () => {
    const target = "/api?social=1";
    const whole = { route: "/api", status: "200", cache: "hit" };
    const unchanged = { ...whole, status: "304" };
    expect(await growth(requests, whole, () => requestTimes(target, 5))).toBe(6);
    expect(await growth(requests, unchanged, () => requestTimes(target, 3, true))).toBe(3);
    const hits = () => requestTimes(target, 2);
    expect(await growth("nametag_cached_response_hits_total", {}, hits)).toBe(3);
  });

  it("stale responses apart from the others", () =>
    withStoppedClock(async (ownWorld) => {
      const request = () => ownWorld.request("/api?username=Captain_Cobble&type=java");
      const stale = async () =>
        sumOf(await scrape(ownWorld), requests, { route: "/api", cache: "stale" });
      await request();
      ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      await request();
      expect(await stale()).toBe(0);
      vi.setSystemTime(Date.now() + 1_300_000);
      await request();
      expect(await stale()).toBe(1);
    }));

  it("refreshes that are granted and refused", async () => {
    const refresh = () =>
      world.request("/api?username=Lantern_Lou&update=true", { client: "192.0.2.7" });
    const name = "nametag_refreshes_total";
    expect(await growth(name, { outcome: "granted" }, refresh)).toBe(1);
    expect(await growth(name, { outcome: "refused" }, refresh)).toBe(1);
    expect(await growth(name, {}, () => world.request("/api?username=Lantern_Lou"))).toBe(0);
  });

  it("upstream calls by their outcome", async () => {
    const name = "nametag_upstream_calls_total";
    const ownWorld = await createTestWorld();
    const calls = async (labels: Record<string, string>) =>
      sumOf(await scrape(ownWorld), name, { provider: "mojang-session", ...labels });
    await ownWorld.request("/api?uuid=dfb83a479bf3469583e7bdc34c28fa4e&type=java");
    await ownWorld.request("/api?uuid=11111111111141118111111111111111&type=java");
    ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    await ownWorld.request("/api?uuid=a9a041d770424d1bbe1e5c603300460c&type=java");
    expect(await calls({ outcome: "value" })).toBe(1);
    expect(await calls({ outcome: "missing" })).toBe(1);
    expect(await calls({ outcome: "unavailable" })).toBe(1);
    expect(await calls({})).toBe(3);
    await ownWorld.close();
  });

  it("stores that fail; then the service is ready, but degraded", async () => {
    const ownWorld = await openWorld(() => ({ DATA_DIR: scratchDirectory() }));
    expect((await ownWorld.request("/api/ready")).json()["store"]).toBe("ok");
    ownWorld.services.stores.textures.health = () => ({ ok: false });
    const up = async (store: string) =>
      sumOf(await scrape(ownWorld), "nametag_store_up", { store });
    expect([await up("textures"), await up("values")]).toEqual([0, 1]);
    expect((await ownWorld.request("/api/ready")).json()).toMatchObject({
      success: true,
      status: "ready",
      store: "degraded",
    });
  });
});

describe("counters", () => {
  /** The series of failures, refreshes and calls, and what each has counted. */
  const counted = async (ownWorld: TestWorld) =>
    [...readMetrics(await scrape(ownWorld)).values()]
      .filter(({ name, type }) => type === "counter" && name.startsWith("nametag_"))
      .flatMap(({ lines }) => lines)
      .filter(({ labels: { status = "500" } }) => status >= "500")
      .map(({ name, labels, value }) => [`${name} ${JSON.stringify(labels)}`, value] as const);

  it("exist at 0 before the first failure, so that it is a rise", async () => {
    const ownWorld = await openWorld();
    const before = await counted(ownWorld);
    const names = new Set(before.map(([series]) => series.split(" ")[0]));
    const counters = Object.entries(METRICS).filter(([, { type }]) => type === "counter");
    expect(counters.map(([name]) => name).filter((name) => !names.has(name))).toEqual([]);
    expect(before.filter(([, value]) => value !== 0)).toEqual([]);

    await ownWorld.request("/api?username=Lantern_Lou&update=true");
    await ownWorld.request("/body?username=Lantern_Lou&cape=true");
    ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    for (const route of ["/api", "/api/history", "/head", "/bust", "/body", "/skin", "/cape"]) {
      expect((await ownWorld.request(`${route}?username=Tinker_Tess`)).status, route).toBe(502);
    }
    const avatar = await ownWorld.request("/compat/minotar/avatar/Tinker_Tess");
    expect(avatar.status).toBe(502);
    const series = (all: typeof before) => all.map(([name]) => name).toSorted();
    expect(series(await counted(ownWorld))).toEqual(series(before));
  });
});

describe("labels", () => {
  const hostile = [
    'x",route="forged',
    "new\nline",
    "\u202e\u0000",
    "__proto__",
    "constructor",
    "a".repeat(1_500),
    "😀",
  ];

  it("take no text of a request, whatever is requested", async () => {
    const request = async (text: string) => {
      const encoded = encodeURIComponent(text);
      for (const target of [
        `/api?username=${encoded}`,
        `/api?${encoded}=1`,
        `/api/${encoded}`,
        `/head/${encoded}`,
        `/head?texture=${encoded}&size=${encoded}`,
        `/skin?uuid=${encoded}`,
        `/cape?username=${encoded}&update=true`,
        `/${text}`,
      ]) {
        await world.request(target, { method: "GET", ifNoneMatch: text, client: text });
        await world.request(target, { method: text });
      }
    };
    for (const text of hostile) await request(text);
    const before = await labelsInUse();
    for (const text of hostile) await request(`${text}2`);
    expect(await labelsInUse()).toEqual(before);
    const valuesOf = (label: string) =>
      before.flatMap((pair) =>
        pair.startsWith(`${label}=`) ? [pair.slice(label.length + 1)] : [],
      );
    expect(valuesOf("route")).toEqual(allRoutes.toSorted());
    expect(valuesOf("cache").join(" ")).toBe("hit miss none");
  });

  /** Every label of the service's own metrics with every value it has. */
  async function labelsInUse(): Promise<string[]> {
    const families = [...readMetrics(await scrape()).values()];
    const own = families.filter(({ name }) => name.startsWith("nametag_"));
    const pairs = own.flatMap(({ lines }) =>
      lines.flatMap(({ labels }) => Object.entries(labels).map((pair) => pair.join("="))),
    );
    return [...new Set(pairs)].toSorted();
  }
});

describe("a response that is the same for all", () => {
  const request = internalRequest("/api?social=1", { clientAddress: "203.0.113.77" });

  /** An application of its own, with links for its only data. */
  function createOwn(accessLog: AccessLog) {
    const metrics = createMetrics();
    metrics.watch({
      version: "1",
      buckets: () => [],
      breakers: () => [],
      stores: () => [],
      cachedResponses: () => ({ entries: 0, bytes: 0 }),
      isReady: () => true,
      processes: 1,
      freeDiskBytes: () => undefined,
    });
    const services = { social: [], clock: systemClock, nameRules: { anyName: false } };
    const app = createApp({
      services: services as unknown as RouteServices,
      responses: createResponses({ maxBytes: 1_000_000, staleSeconds: 9 }),
      changes: { isRecent: () => true, catchUp: () => Promise.resolve() },
      committed: () => Promise.resolve(),
      metrics,
      accessLog,
      failureLog: { requestFailed: () => expect.fail() },
    });
    return { app, metrics };
  }

  it("is counted each time it is sent from memory", async () => {
    const { app, metrics } = createOwn(undefined);
    const { onHit } = await app.replyTo(request);
    expect(app.responses.find("/api?social=1")?.onHit).toBe(onHit);
    await app.replyTo(request);
    onHit?.("unchanged");
    const text = await metrics.text();
    expect(sumOf(text, "nametag_requests_total")).toBe(3);
    expect(sumOf(text, "nametag_cached_response_hits_total")).toBe(2);
  });

  it("is logged and not kept where every request is logged", async () => {
    const logged: AccessLogEntry[] = [];
    const { app } = createOwn((entry) => void logged.push(entry));
    const { headers } = await app.replyTo(request);
    expect(app.responses.find("/api?social=1")).toBeUndefined();
    const { seconds, ...line } = logged[0] ?? { seconds: -1 };
    expect(line).toEqual({
      method: "GET",
      route: "/api",
      status: 200,
      cache: "hit",
      requestId: headers["x-request-id"],
    });
    expect(seconds).toBeGreaterThanOrEqual(0);
  });
});
