import { describe, expect, it } from "vitest";
import type { AccessLogEntry } from "../log/logger.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { createObserver } from "./observed.ts";
import type { Reply } from "./reply.ts";
import type { ApiRequest } from "./request.ts";

const request: ApiRequest = {
  method: "GET",
  path: "/api",
  query: "username=Lantern_Lou",
  search: new URLSearchParams("username=Lantern_Lou"),
  ifNoneMatch: undefined,
  clientAddress: "203.0.113.77",
};

const reply: Reply = {
  status: 200,
  headers: { "x-cache": "HIT", "x-request-id": "one" },
  body: "{}",
  cacheable: { freshUntil: Number.POSITIVE_INFINITY, subjects: [] },
};

describe("an observed response", () => {
  it("still calls the onHit of the reply when it is sent again", () => {
    let hits = 0;
    const cacheable = { freshUntil: 1, subjects: ["java:a"], onHit: () => void (hits += 1) };
    const observe = createObserver({
      metrics: createMetrics({ version: "1" }),
      accessLog: undefined,
    });
    const observed = observe(request, "/api", performance.now(), { ...reply, cacheable });
    observed?.onHit?.();
    observed?.onHit?.(true);
    expect(hits).toBe(2);
    expect(observed).toMatchObject({ freshUntil: 1, subjects: ["java:a"] });
  });

  it("is logged and not cacheable where every request is logged", () => {
    const logged: AccessLogEntry[] = [];
    const observe = createObserver({
      metrics: createMetrics({ version: "1" }),
      accessLog: (entry) => void logged.push(entry),
    });
    expect(observe(request, "/api", performance.now(), reply)).toBeUndefined();
    const { seconds, ...line } = logged[0] ?? { seconds: -1 };
    expect(line).toEqual({
      method: "GET",
      route: "/api",
      status: 200,
      cache: "hit",
      requestId: "one",
    });
    expect(seconds).toBeGreaterThanOrEqual(0);
  });
});
