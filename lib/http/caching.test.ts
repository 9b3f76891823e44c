import { describe, expect, it, vi } from "vitest";
import { withStoppedClock } from "../testing/world.ts";

describe("what a cache may give while the service fails", () => {
  it.each([
    "/api?username=Lantern_Lou&type=java",
    "/head?username=Lantern_Lou",
    "/skin?username=Lantern_Lou",
    "/head?username=Plain_Paul",
  ])("is as old as the service itself gives when it cannot ask: %s", (target) =>
    withStoppedClock(
      async (own) => {
        const first = await own.ask(target);
        const fresh = /^public, max-age=100, stale-while-revalidate=60, stale-if-error=5000$/;
        expect(first.headers["cache-control"]).toMatch(fresh);
        const ifNoneMatch = first.headers["etag"] ?? "";
        const unchanged = await own.ask(target, { ifNoneMatch });
        expect([unchanged.status, unchanged.headers["cache-control"]]).toEqual([
          304,
          first.headers["cache-control"],
        ]);
        vi.setSystemTime(Date.now() + 200_000);
        own.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
        const { headers } = await own.ask(target);
        expect([headers["x-cache"], headers["cache-control"]]).toEqual([
          "STALE",
          "public, max-age=0, s-maxage=30, stale-if-error=5000",
        ]);
      },
      () => ({ PROFILE_FRESH_SECONDS: "100", PROFILE_STALE_SECONDS: "5000" }),
    ),
  );
});
