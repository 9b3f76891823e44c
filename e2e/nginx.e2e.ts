import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type { Sandbox } from "../sandbox/server.ts";
import {
  ask,
  type Edge,
  edgeTest as test,
  expectRefusal,
  needNginx,
  withNginx,
} from "./support/nginx.ts";
import { type Service, withWorld, type World } from "./support/service.ts";
import { expect, settings } from "./support/test.ts";

test.use({ variables: settings.behindProxy });

// One after the other: what is kept is told by what was asked before.
test.describe.configure({ mode: "default" });

test.beforeAll(needNginx);

const FRESH_MS = 3_000;

test("keeps an answer as the service gave it", async ({ edge }) => {
  const target = "/api?username=Lantern_Lou";
  const first = await ask(edge.port, target);
  const second = await ask(edge.port, target);
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({ "x-edge-cache": "MISS", "x-cache": "MISS" });
  expect(second.headers).toEqual({ ...first.headers, "x-edge-cache": "HIT" });
  expect(second.body).toEqual(first.body);
});

test("passes on that no provider is to be asked, and stores no 204", async ({ edge }) => {
  const target = "/api?username=WrenOfTheWest";
  const quiet = { headers: { "cache-control": "only-if-cached" } };
  expect((await ask(edge.port, target, quiet)).status).toBe(204);
  expect((await ask(edge.port, target)).status).toBe(200);
  const { status, headers } = await ask(edge.port, target, quiet);
  expect([status, headers["x-edge-cache"]]).toEqual([200, "HIT"]);
});

for (const target of ["/api?username=Captain_Cobble", "/head?username=Captain_Cobble"]) {
  test(`answers 304 to who has ${target} already`, async ({ edge }) => {
    const { headers } = await ask(edge.port, target);
    const condition = { "if-none-match": headers.etag };
    const unchanged = await ask(edge.port, target, { headers: condition });
    expect(unchanged.status).toBe(304);
    expect(unchanged.body).toHaveLength(0);
    expect(unchanged.headers).toMatchObject({
      etag: headers.etag,
      "cache-control": headers["cache-control"],
      "access-control-allow-origin": "*",
      "x-edge-cache": "HIT",
    });
    const changed = await ask(edge.port, target, { headers: { "if-none-match": '"other"' } });
    expect(changed.status).toBe(200);
  });
}

test("asks for the whole, whoever has an older answer", async ({ edge }) => {
  const target = "/api?username=lantern_lou";
  const { headers } = await ask(edge.port, "/api?username=Lantern_Lou");
  const conditional = await ask(edge.port, target, { headers: { "if-none-match": headers.etag } });
  expect(conditional.status).toBe(304);
  const plain = await ask(edge.port, target);
  expect(plain.status).toBe(200);
  expect(plain.headers["x-edge-cache"]).toBe("HIT");
});

test("never stretches freshness", () =>
  withShortLives(async (edge) => {
    const states = new Set<string>();
    const statesOfUnknown = new Set<string>();
    const fetched = new Set<string>();
    const end = Date.now() + 2.5 * FRESH_MS;
    while (Date.now() < end) {
      const asked = Date.now();
      const { headers, body } = await ask(edge.port, "/api?username=Lantern_Lou");
      const { fetched_at } = JSON.parse(body.toString()) as { fetched_at: string };
      const freshUntil = Date.parse(fetched_at) + FRESH_MS;
      const maxAge = Number(/^public, max-age=(\d+),/.exec(headers["cache-control"] ?? "")?.[1]);
      // What a browser makes of it.
      const believedUntil = Date.parse(headers.date ?? "") + maxAge * 1_000;
      expect(believedUntil).toBeLessThanOrEqual(freshUntil);
      const state = String(headers["x-edge-cache"]);
      // nginx reckons in whole seconds.
      if (state === "HIT") expect(asked).toBeLessThanOrEqual(freshUntil + 1_000);
      states.add(state);
      fetched.add(fetched_at);
      const unknown = await ask(edge.port, "/api?username=Nobody_Is_Here");
      statesOfUnknown.add(String(unknown.headers["x-edge-cache"]));
      await pause(100);
    }
    expect([...states]).toEqual(expect.arrayContaining(["MISS", "HIT", "STALE"]));
    expect(fetched.size).toBeGreaterThan(1);
    // Nothing allows to tell an absence again once its time is over.
    expect([...statesOfUnknown].toSorted()).toEqual(["EXPIRED", "HIT", "MISS"]);
  }));

test("hands a forced refresh to the service, and keeps none of its answers", async ({ edge }) => {
  const target = "/api?username=Midnight_Mei&update=true";
  const askAgain = (written = target) => ask(edge.port, written, { localAddress: "127.0.0.4" });
  const granted = await askAgain();
  expect(granted.status).toBe(200);
  expect(granted.headers).toMatchObject({ "x-edge-cache": "BYPASS", "cache-control": "no-store" });
  expect((await askAgain()).status).toBe(429);
  // Written otherwise, so that nginx does not see what it is.
  expect((await askAgain(target.replace("update", "upd%61te"))).status).toBe(429);
});

test("passes the body of a bulk lookup on, and caches nothing of it", async ({ edge }) => {
  const target = "/compat/mojang/profiles/minecraft";
  for (const name of ["Lantern_Lou", "Tinker_Tess"]) {
    const body = JSON.stringify([name]);
    const url = `http://127.0.0.1:${edge.port}${target}`;
    const response = await fetch(url, { method: "POST", body });
    expect([response.status, await response.json()]).toEqual([
      200,
      [expect.objectContaining({ name })],
    ]);
    expect(response.headers.get("x-edge-cache")).toBeNull();
  }
});

test("answers what it has while the service is down", () =>
  withShortLives(async (edge, service) => {
    const targets = ["/api?username=Lantern_Lou", "/head?username=Captain_Cobble", "/api?recent=1"];
    const first = await Promise.all(targets.map((target) => ask(edge.port, target)));
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
    const unknown = "/api?username=Nobody_Is_Here";
    expect((await ask(edge.port, unknown)).status).toBe(404);
    const page = await ask(edge.port, "/en/docs");
    await service.kill();

    expect((await ask(edge.port, "/en/docs")).body).toEqual(page.body);
    for (const [at, target] of targets.entries()) {
      await expect
        .poll(async () => (await ask(edge.port, target)).headers["x-edge-cache"], {
          timeout: 10_000,
        })
        .toBe("STALE");
      const stale = await ask(edge.port, target);
      expect(stale.status).toBe(200);
      expect(stale.body).toEqual(first[at]?.body);
      expect(stale.headers.date).toBe(first[at]?.headers.date);
    }
    expect((await ask(edge.port, unknown)).status).toBe(404);

    const refused = await ask(edge.port, "/head?username=Crumbs_And_Co");
    expect(refused.status).toBe(502);
    expectRefusal(refused, "BAD_GATEWAY");
    expect(refused.headers["retry-after"]).toBe("5");
  }));

test("asks once for what many want", async ({ edge, sandbox }) => {
  sandbox.control.clearCalls();
  const herd = Array.from({ length: 50 }, () => ask(edge.port, "/api?username=Crumbs_And_Co"));
  const statuses = (await Promise.all(herd)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(sandbox.control.count("mojang-session.*")).toBe(1);
});

test("keeps HEAD and GET apart", async ({ edge }) => {
  const target = "/head?username=Lantern_Lou&size=80";
  const head = await ask(edge.port, target, { method: "HEAD" });
  const get = await ask(edge.port, target);
  const headAgain = await ask(edge.port, target, { method: "HEAD" });
  expect([head, get, headAgain].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([head, get, headAgain].map(({ headers }) => headers["x-edge-cache"])).toEqual([
    "MISS",
    "MISS",
    "HIT",
  ]);
  expect(head.body).toHaveLength(0);
  expect(headAgain.body).toHaveLength(0);
  expect(get.body.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  expect(head.headers["content-length"]).toBe(String(get.body.length));
});

test("packs JSON for who can unpack it, and for nobody else", async ({ edge }) => {
  const target = "/api?username=LANTERN_LOU";
  const packed = await ask(edge.port, target, { headers: { "accept-encoding": "gzip" } });
  const plain = await ask(edge.port, target);
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.headers.vary).toBe("Accept-Encoding");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(gunzipSync(packed.body)).toEqual(plain.body);
  expect(packed.headers.etag).toBe(plain.headers.etag);
});

test("keeps pages and their files, in each encoding", async ({ edge }) => {
  const pages = ["/en", "/en/docs", "/en/nowhere", "/en/player/Lantern_Lou", "/icon.svg"];
  // Other tests load these pages, too: nginx keeps them by the whole address.
  for (const target of pages.map((page) => `${page}?asked=here`)) {
    for (const encoding of ["br", "gzip", ""]) {
      const headers = { "accept-encoding": encoding && `${encoding}, zstd;q=0.5` };
      const first = await ask(edge.port, target, { headers });
      const second = await ask(edge.port, target, { headers });
      expect([first, second].map((answer) => answer.headers["x-edge-cache"])).toEqual([
        "MISS",
        "HIT",
      ]);
      expect(second.headers["content-encoding"] ?? "", target).toBe(encoding);
      expect(second.body).toEqual(first.body);
      const known = { ...headers, "if-none-match": first.headers.etag };
      const again = await ask(edge.port, target, { headers: known });
      expect(again.status).toBe(first.status === 200 ? 304 : first.status);
    }
  }
});

test("keeps no redirect to a visitor's language, and no cookie", async ({ edge }) => {
  for (const [sent, location] of [
    [{ "accept-language": "de" }, "/de/docs"],
    [{ "accept-language": "de", cookie: "a=b; NEXT_LOCALE=ja" }, "/ja/docs"],
    [{ "accept-language": "ar", cookie: "NEXT_LOCALE=../x" }, "/ar/docs"],
  ] as const) {
    const { status, headers } = await ask(edge.port, "/docs", { headers: sent });
    expect([status, headers.location]).toEqual([307, location]);
    expect(headers["x-edge-cache"]).toBe("MISS");
  }
});

test("gives who reloads what the service has now, and everybody after", async ({
  edge,
  sandbox,
}) => {
  const { java } = sandbox.players.find(({ java: one }) => one?.name === "Captain_Cobble") ?? {};
  const target = `/en/player/${java?.uuid}`;
  const name = async (headers = {}) => {
    const { body } = await ask(edge.port, target, { headers });
    return /<h1[^>]*>(.*?)<\/h1>/s.exec(body.toString())?.[1]?.replaceAll(/<[^>]*>/g, "");
  };
  expect(await name()).toContain("Captain_Cobble");
  sandbox.control.change(java?.uuid ?? "", { name: "Admiral_Cobble" });
  const refresh = `/api?username=${java?.uuid}&update=true`;
  expect((await ask(edge.port, refresh, { localAddress: "127.0.0.9" })).status).toBe(200);
  expect(await name({ "cache-control": "max-age=0" })).toContain("Admiral_Cobble");
  expect(await name()).toContain("Admiral_Cobble");
});

test("keeps no preflight, and nothing that is true only now", async ({ edge }) => {
  for (const target of ["/", "/api/health", "/api/ready"]) {
    for (const time of ["once", "twice"]) {
      const { headers, status } = await ask(edge.port, target);
      expect(headers["x-edge-cache"], `${target} asked ${time}`).toBe("MISS");
      expect(status, target).toBeLessThan(500);
    }
  }
  const target = "/api?username=lantern_LOU";
  for (const time of ["once", "twice"]) {
    const preflight = await ask(edge.port, target, { method: "OPTIONS" });
    expect(preflight.status, time).toBe(204);
    expect(preflight.headers["access-control-allow-methods"]).toBe("GET, HEAD, OPTIONS");
    expect(preflight.headers["x-edge-cache"]).not.toBe("HIT");
  }
  expect((await ask(edge.port, target)).status).toBe(200);
});

test("tells the service who the client is, whatever the client says", async ({ edge, sandbox }) => {
  const [a = "", b = "", c = "", d = ""] = namesOf(sandbox);
  const refresh = async (name: string, localAddress: string, headers = {}) => {
    const target = `/api?username=${name}&update=true`;
    return (await ask(edge.port, target, { localAddress, headers })).status;
  };
  expect(await refresh(a, "127.0.0.2")).toBe(200);
  expect(await refresh(b, "127.0.0.2")).toBe(429);
  const forged = { "x-forwarded-for": "198.51.100.7", "x-real-ip": "198.51.100.8" };
  expect(await refresh(b, "127.0.0.2", forged)).toBe(429);
  expect(await refresh(c, "127.0.0.3")).toBe(200);
  expect(await refresh(d, "127.0.0.3", { forwarded: "for=198.51.100.9" })).toBe(429);
});

function namesOf({ players }: Sandbox): string[] {
  return players.flatMap(({ java }) => (java === undefined ? [] : [java.name]));
}

/** Lends an nginx before a service of its own, whose profiles are fresh for `FRESH_MS` only. */
function withShortLives(use: (edge: Edge, service: Service) => Promise<void>): Promise<void> {
  const variables = { PROFILE_FRESH_SECONDS: `${FRESH_MS / 1_000}`, MISSING_SECONDS: "2" };
  const lend = ({ service }: World) => withNginx(service.port, (edge) => use(edge, service));
  return withWorld(variables, lend, { pages: false });
}
