import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Sandbox } from "../sandbox/server.ts";
import { send } from "./support/nginx.ts";
import { expectRefusal } from "./support/raw.ts";
import { settings } from "./support/settings.ts";
import { useNginx, useWorld } from "./support/use.ts";

const world = useWorld(settings.behindProxy);
const edge = useNginx(() => world().service);

test("caches a response unchanged", async () => {
  const target = "/api?username=Lantern_Lou";
  const first = await send(edge().port, target);
  const second = await send(edge().port, target);
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({ "x-edge-cache": "MISS", "x-cache": "MISS" });
  expect(second.headers).toEqual({ ...first.headers, "x-edge-cache": "HIT" });
  expect(second.body).toEqual(first.body);
});

test("passes only-if-cached on, and stores no 204", async () => {
  const target = "/api?username=WrenOfTheWest";
  const quiet = { headers: { "cache-control": "only-if-cached" } };
  expect((await send(edge().port, target, quiet)).status).toBe(204);
  expect((await send(edge().port, target)).status).toBe(200);
  const { status, headers } = await send(edge().port, target, quiet);
  expect([status, headers["x-edge-cache"]]).toEqual([200, "HIT"]);
});

for (const target of ["/api?username=Captain_Cobble", "/head?username=Captain_Cobble"]) {
  test(`returns 304 for ${target} when the ETag matches`, async () => {
    const { headers } = await send(edge().port, target);
    const condition = { "if-none-match": headers.etag };
    const unchanged = await send(edge().port, target, { headers: condition });
    expect(unchanged.status).toBe(304);
    expect(unchanged.body).toHaveLength(0);
    expect(unchanged.headers).toMatchObject({
      etag: headers.etag,
      "cache-control": headers["cache-control"],
      "access-control-allow-origin": "*",
      "x-edge-cache": "HIT",
    });
    const changed = await send(edge().port, target, { headers: { "if-none-match": '"other"' } });
    expect(changed.status).toBe(200);
  });
}

test("requests the complete response for a client with an older one", async () => {
  const target = "/api?username=lantern_lou";
  const { headers } = await send(edge().port, "/api?username=Lantern_Lou");
  const conditional = await send(edge().port, target, {
    headers: { "if-none-match": headers.etag },
  });
  expect(conditional.status).toBe(304);
  const plain = await send(edge().port, target);
  expect(plain.status).toBe(200);
  expect(plain.headers["x-edge-cache"]).toBe("HIT");
});

test("passes a forced refresh to the service, and caches none of its responses", async () => {
  const target = "/api?username=Midnight_Mei&update=true";
  const revalidate = (written = target) =>
    send(edge().port, written, { localAddress: "127.0.0.4" });
  const granted = await revalidate();
  expect(granted.status).toBe(200);
  expect(granted.headers).toMatchObject({ "x-edge-cache": "BYPASS", "cache-control": "no-store" });
  expect((await revalidate()).status).toBe(429);
  // Written differently, so that nginx does not recognize it.
  expect((await revalidate(target.replace("update", "upd%61te"))).status).toBe(429);
});

test("responds with a refreshed player at once where it is asked to, and to everyone after", async () => {
  const { sandbox } = world();
  const uuidOf = (name: string) =>
    sandbox.players.find(({ java }) => java?.name === name)?.java?.uuid ?? "";
  const uuid = uuidOf("Tinker_Tess");
  const profile = `/api?username=${uuid}`;
  const head = `/head?username=${uuid}&size=48`;
  const before = { profile: await send(edge().port, profile), head: await send(edge().port, head) };
  sandbox.control.change(uuid, { name: "Tinker_Two", skin: uuidOf("Captain_Cobble") });
  const refreshed = await send(edge().port, `${profile}&update=true`, {
    localAddress: "127.0.0.6",
  });
  expect(refreshed.status).toBe(200);
  // nginx deletes nothing.
  expect((await send(edge().port, profile)).body).toEqual(before.profile.body);
  for (const [target, old] of [
    [profile, before.profile],
    [head, before.head],
  ] as const) {
    for (const reload of ["no-cache", "max-age=0"]) {
      const now = await send(edge().port, target, { headers: { "cache-control": reload } });
      expect([now.status, now.headers["x-edge-cache"]]).toEqual([200, "BYPASS"]);
      expect(now.body).not.toEqual(old.body);
      const after = await send(edge().port, target);
      expect(after.headers["x-edge-cache"]).toBe("HIT");
      expect(after.body).toEqual(now.body);
    }
  }
});

test("passes the body of a bulk lookup on, and caches nothing of it", async () => {
  const target = "/compat/mojang/profiles/minecraft";
  for (const name of ["Lantern_Lou", "Tinker_Tess"]) {
    const body = JSON.stringify([name]);
    const url = `http://127.0.0.1:${edge().port}${target}`;
    const response = await fetch(url, { method: "POST", body });
    expect([response.status, await response.json()]).toEqual([
      200,
      [expect.objectContaining({ name })],
    ]);
    expect(response.headers.get("x-edge-cache")).toBeNull();
  }
});

test("sends one request for many clients", async () => {
  const { sandbox } = world();
  sandbox.control.clearCalls();
  const herd = Array.from({ length: 50 }, () => send(edge().port, "/api?username=Crumbs_And_Co"));
  const statuses = (await Promise.all(herd)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(sandbox.control.count("mojang-session.*")).toBe(1);
});

test("caches HEAD and GET separately", async () => {
  const target = "/head?username=Lantern_Lou&size=80";
  const head = await send(edge().port, target, { method: "HEAD" });
  const get = await send(edge().port, target);
  const headAgain = await send(edge().port, target, { method: "HEAD" });
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

test("compresses JSON only for clients that accept it", async () => {
  const target = "/api?username=LANTERN_LOU";
  const packed = await send(edge().port, target, { headers: { "accept-encoding": "gzip" } });
  const plain = await send(edge().port, target);
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.headers.vary).toBe("Accept-Encoding");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(gunzipSync(packed.body)).toEqual(plain.body);
  expect(packed.headers.etag).toBe(plain.headers.etag);
});

test("caches pages and their files, in each encoding", async () => {
  const pages = ["/en", "/en/docs", "/en/nowhere", "/en/player/Lantern_Lou", "/icon.svg"];
  // Other tests load these pages, too: nginx caches them by the complete URL.
  for (const target of pages.map((page) => `${page}?from=here`)) {
    for (const encoding of ["br", "gzip", ""]) {
      const headers = { "accept-encoding": encoding && `${encoding}, zstd;q=0.5` };
      const first = await send(edge().port, target, { headers });
      const second = await send(edge().port, target, { headers });
      expect([first, second].map((response) => response.headers["x-edge-cache"])).toEqual([
        "MISS",
        "HIT",
      ]);
      expect(second.headers["content-encoding"] ?? "", target).toBe(encoding);
      expect(second.body).toEqual(first.body);
      const known = { ...headers, "if-none-match": first.headers.etag };
      const again = await send(edge().port, target, { headers: known });
      expect(again.status).toBe(first.status === 200 ? 304 : first.status);
    }
  }
});

test("passes requests for components of a page on, and caches none of their responses", async () => {
  const headers = {
    rsc: "1",
    "next-router-state-tree": encodeURIComponent('["",{"children":["__PAGE__",{}]}]'),
  };
  const page = "/en/player/Marigold_Moth";
  const html = await send(edge().port, page, { headers });
  expect(html.headers["content-type"]).toContain("text/html");
  // Next says which parameter belongs to these headers.
  const { status, headers: to } = await send(edge().port, `${page}?_rsc=other`, { headers });
  expect([status, to["cache-control"]]).toEqual([307, "private, no-store"]);
  for (let time = 0; time < 2; time += 1) {
    const response = await send(edge().port, String(to.location), { headers });
    expect(response.headers).toMatchObject({
      "content-type": "text/x-component",
      "cache-control": "private, no-store",
      "x-edge-cache": "BYPASS",
    });
  }
});

test("caches no redirect to a visitor's language, and no cookie", async () => {
  for (const [sent, location] of [
    [{ "accept-language": "de" }, "/de/docs"],
    [{ "accept-language": "de", cookie: "a=b; NEXT_LOCALE=ja" }, "/ja/docs"],
    [{ "accept-language": "ar", cookie: "NEXT_LOCALE=../x" }, "/ar/docs"],
  ] as const) {
    const { status, headers } = await send(edge().port, "/docs", { headers: sent });
    expect([status, headers.location]).toEqual([307, location]);
    expect(headers["x-edge-cache"]).toBe("MISS");
  }
});

test("serves the service's current response on a reload, and to everyone after it", async () => {
  const { sandbox } = world();
  const { java } = sandbox.players.find(({ java: one }) => one?.name === "Captain_Cobble") ?? {};
  const target = `/en/player/${java?.uuid}`;
  const name = async (headers = {}) => {
    const { body } = await send(edge().port, target, { headers });
    return /<h1[^>]*>(.*?)<\/h1>/s.exec(body.toString())?.[1]?.replaceAll(/<[^>]*>/g, "");
  };
  expect(await name()).toContain("Captain_Cobble");
  sandbox.control.change(java?.uuid ?? "", { name: "Admiral_Cobble" });
  const refresh = `/api?username=${java?.uuid}&update=true`;
  expect((await send(edge().port, refresh, { localAddress: "127.0.0.9" })).status).toBe(200);
  expect(await name({ "cache-control": "max-age=0" })).toContain("Admiral_Cobble");
  expect(await name()).toContain("Admiral_Cobble");
});

test("caches no preflight, and no momentary state", async () => {
  for (const target of ["/", "/api/health", "/api/ready"]) {
    for (const time of ["once", "twice"]) {
      const { headers, status } = await send(edge().port, target);
      expect(headers["x-edge-cache"], `${target} ${time}`).toBe("MISS");
      expect(status, target).toBeLessThan(500);
    }
  }
  const target = "/api?username=lantern_LOU";
  for (const time of ["once", "twice"]) {
    const preflight = await send(edge().port, target, { method: "OPTIONS" });
    expect(preflight.status, time).toBe(204);
    expect(preflight.headers["access-control-allow-methods"]).toBe("GET, HEAD, OPTIONS");
    expect(preflight.headers["x-edge-cache"]).not.toBe("HIT");
  }
  expect((await send(edge().port, target)).status).toBe(200);
});

test("closes the metrics, in every spelling that leads to them", async () => {
  for (const target of ["/api/metrics", "/api/metrics/", "/api/metrics?a=b", "/api/%6Detrics"]) {
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      const refused = await send(edge().port, target, { method });
      expect([target, method, refused.status]).toEqual([target, method, 404]);
      if (method === "GET") expectRefusal(refused, "ROUTE_NOT_FOUND");
    }
  }
  const open = await fetch(`${world().service.url}/api/metrics`);
  expect(open.status).toBe(200);
});

test("passes on the client's real IP address, whatever the client sends", async () => {
  const [a = "", b = "", c = "", d = ""] = namesOf(world().sandbox);
  const refresh = async (name: string, localAddress: string, headers = {}) => {
    const target = `/api?username=${name}&update=true`;
    return (await send(edge().port, target, { localAddress, headers })).status;
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
