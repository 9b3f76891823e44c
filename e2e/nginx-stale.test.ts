import { setTimeout as pause } from "node:timers/promises";
import type { Messages } from "next-intl";
import { expect, test } from "vitest";
import { direction } from "../site/i18n/languages.ts";
import { routing } from "../site/i18n/routing.ts";
import { type Edge, send, withNginx } from "./support/nginx.ts";
import { expectRefusal } from "./support/raw.ts";
import { useNginx, useWorld } from "./support/use.ts";

const FRESH_MS = 3_000;

/** Profiles are fresh for a short time only. */
const world = useWorld(
  { PROFILE_FRESH_SECONDS: `${FRESH_MS / 1_000}`, MISSING_SECONDS: "2" },
  { pages: false },
);
const edge = useNginx(() => world().service);

test("never stretches freshness", async () => {
  const states = new Set<string>();
  const statesOfUnknown = new Set<string>();
  /** When each response of the service was first received. */
  const received = new Map<string, number>();
  const end = Date.now() + 2.5 * FRESH_MS;
  while (Date.now() < end) {
    const requested = Date.now();
    const { headers, body } = await send(edge().port, "/api?username=Lantern_Lou");
    const { fetched_at } = JSON.parse(body.toString()) as { fetched_at: string };
    const freshUntil = Date.parse(fetched_at) + FRESH_MS;
    const maxAge = Number(/^public, max-age=(\d+),/.exec(headers["cache-control"] ?? "")?.[1]);
    // As a browser calculates it.
    const believedUntil = Date.parse(headers.date ?? "") + maxAge * 1_000;
    expect(believedUntil).toBeLessThanOrEqual(freshUntil);
    const state = String(headers["x-edge-cache"]);
    // nginx counts in whole seconds.
    const response = `${headers.date} ${maxAge}`;
    const since = received.get(response) ?? Date.now();
    if (state === "HIT") expect(requested).toBeLessThanOrEqual(since + (maxAge + 1) * 1_000);
    states.add(state);
    received.set(response, since);
    const unknown = await send(edge().port, "/api?username=Nobody_Is_Here");
    statesOfUnknown.add(String(unknown.headers["x-edge-cache"]));
    await pause(100);
  }
  expect([...states]).toEqual(expect.arrayContaining(["MISS", "HIT", "STALE"]));
  expect(received.size).toBeGreaterThan(1);
  // An expired 404 must not be served again.
  expect([...statesOfUnknown].toSorted()).toEqual(["EXPIRED", "HIT", "MISS"]);
});

test("serves cached responses while the service is down", async () => {
  const service = await world().start();
  await withNginx(service.port, async (edge) => {
    // These players are not in the store: otherwise a slow machine would respond with stale data for longer.
    const players = ["/api?username=WrenOfTheWest", "/head?username=Captain_Cobble"];
    const targets = [...players, "/api?recent=1"];
    const first = await Promise.all(targets.map((target) => stored(edge, target)));
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
    const unknown = "/api?username=Nobody_Is_Here";
    expect((await stored(edge, unknown)).status).toBe(404);
    const page = await stored(edge, "/en/docs");
    await service.kill();

    expect((await send(edge.port, "/en/docs")).body).toEqual(page.body);
    for (const [at, target] of targets.entries()) {
      await expect
        .poll(async () => (await send(edge.port, target)).headers["x-edge-cache"], {
          timeout: 10_000,
        })
        .toBe("STALE");
      const stale = await send(edge.port, target);
      expect(stale.status).toBe(200);
      expect(stale.body).toEqual(first[at]?.body);
      expect(stale.headers.date).toBe(first[at]?.headers.date);
    }
    expect((await send(edge.port, unknown)).status).toBe(404);

    const refused = await send(edge.port, "/head?username=Crumbs_And_Co");
    expectRefusal(refused, "BAD_GATEWAY");
    expect(refused.headers["retry-after"]).toBe("5");

    for (const target of ["/en/about", "/api/health"]) {
      const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
      const person = await send(edge.port, target, { headers });
      expect(person.status).toBe(502);
      expect(person.headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "retry-after": "5",
      });
      const said = [...person.body.toString().matchAll(SENTENCE)].map((found) => found.slice(1));
      expect(said).toEqual(await retriesInEachLanguage());
      expectRefusal(await send(edge.port, target, { headers: { accept: "*/*" } }), "BAD_GATEWAY");
    }
    const image = await send(edge.port, "/head?username=Crumbs_And_Co", {
      headers: { accept: "text/html" },
    });
    expectRefusal(image, "BAD_GATEWAY");
  });
});

/** A sentence of the page that nginx shows in place of others: its language, direction and link. */
const SENTENCE = /^<p lang="(\S+)"(?: dir="(rtl)")?>[^<]*Nametag[^<]+<a href="">(.+)<\/a><\/p>$/gm;

const retriesInEachLanguage = () =>
  Promise.all(
    routing.locales.map(async (locale) => {
      const catalogue: { default: Messages } = await import(`../messages/${locale}.json`);
      const dir = direction(locale) === "rtl" ? "rtl" : undefined;
      return [locale, dir, catalogue.default.ErrorPage.retry];
    }),
  );

/** A response that nginx has stored: not a 503 of the start, nor one that was too slow to be fresh. */
async function stored({ port }: Edge, target: string) {
  await expect.poll(async () => (await send(port, target)).headers["x-edge-cache"]).toBe("HIT");
  return send(port, target);
}
