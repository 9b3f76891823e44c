import { createHash } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type EdgeResponse, send } from "./support/nginx.ts";
import { speak } from "./support/raw.ts";
import { settings } from "./support/settings.ts";
import { useNginx, useWorld } from "./support/use.ts";

// With URLs of another service at the root, names are part of paths that nginx treats as pages.
const world = useWorld({ ...settings.behindProxy, COMPAT_ROOT: "mojang" });
const edge = useNginx(() => world().service);

interface Request {
  target: string;
  method?: string;
  headers?: OutgoingHttpHeaders;
}

/** Possible parts of a cache key, written where a client can write: behind a URL. */
const PARTS = ["br", "gzip", "identity", "weighed", "GET", "HEAD", "%20br", "%20gzip"];

/** The requests for a URL, and for all those that continue it with a part of a cache key. */
function confusable(target: string): Request[] {
  const plain = ["", ...PARTS].map((part) => ({ target: `${target}${part}` }));
  const encoded = ["br", "gzip", "identity;q=0.5, gzip;q=0.1"].map((encoding) => ({
    target,
    headers: { "accept-encoding": encoding },
  }));
  return [...plain, ...encoded, { target, method: "HEAD" }];
}

/** Sends all requests, each as a reload, and then again: each must get the service's own response. */
async function expectOwnResponses(requests: Request[]) {
  const from = async (port: number, { target, method = "GET", headers }: Request, own = {}) =>
    contentOf(await send(port, target, { method, headers: { ...headers, ...own } }));
  // The first response about a player comes before the service knows the player.
  for (const request of requests) await from(world().service.port, request);
  for (const order of [requests, requests.toReversed()]) {
    for (const request of order) await from(edge().port, request, { "cache-control": "no-cache" });
    for (const request of requests) {
      const own = await from(world().service.port, request);
      expect(await from(edge().port, request), JSON.stringify(request)).toEqual(own);
    }
  }
}

function contentOf({ status, headers, body }: EdgeResponse) {
  const { location, "content-type": type, "content-encoding": encoding } = headers;
  const bytes =
    encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
  return { status, location, type, digest: createHash("sha256").update(bytes).digest("hex") };
}

for (const page of ["/en/docs", "/en/player/Lantern_Lou", "/en/docs?a=", "/openapi.json", "/"]) {
  test(`serves ${page} to those who request it, and nothing else`, async () => {
    await expectOwnResponses(confusable(page));
  });
}

test("serves a script to those who request it, and nothing else", async () => {
  const page = (await send(world().service.port, "/en/docs")).body.toString();
  const script = /\/_next\/static\/[^"\s]+?\.js/.exec(page)?.[0] ?? "";
  expect(script).not.toBe("");
  await expectOwnResponses(confusable(script));
  const { headers } = await send(edge().port, script, { headers: { "accept-encoding": "br" } });
  expect(headers).toMatchObject({ "x-edge-cache": "HIT", "content-encoding": "br" });
});

for (const target of [
  "/api?username=Lantern_Lou",
  "/head?username=Lantern_Lou&size=8",
  "/compat/mojang/users/profiles/minecraft/Lantern_Lou",
]) {
  test(`serves ${target} to those who request it, and nothing else`, async () => {
    await expectOwnResponses(confusable(target));
  });
}

test("serves an alias for the player whose name it contains", async () => {
  const { sandbox } = world();
  const names = ["Alias_Anna", "Alias_Annabr", "Alias_Annagzip"];
  const players = ["Lantern_Lou", "Captain_Cobble", "Tinker_Tess"];
  for (const [at, player] of players.entries()) {
    const { java } = sandbox.players.find(({ java: one }) => one?.name === player) ?? {};
    sandbox.control.change(java?.uuid ?? "", { name: names[at] ?? "" });
  }
  const aliases = names.map((name) => `/users/profiles/minecraft/${name}`);
  await expectOwnResponses(aliases.flatMap(confusable));
  for (const [at, target] of aliases.entries()) {
    for (const encoding of ["br", "gzip", "identity"]) {
      const response = await send(edge().port, target, {
        headers: { "accept-encoding": encoding },
      });
      expect(JSON.parse(response.body.toString())).toMatchObject({ name: names[at] });
    }
  }
});

test("serves the page of a host to those who request it there", async () => {
  // With an empty path, the query is all that nginx has of the URL, and a host can contain its beginning.
  const page = await speak(
    edge().port,
    "GET /en HTTP/1.1\r\nHost: a?b\r\nConnection: close\r\n\r\n",
  );
  // The service refuses such a host, and nginx does not keep that.
  expect(page.status).toBe(400);
  const bytes = "GET http://a?b/en HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  expect(await speak(edge().port, bytes)).toMatchObject({ status: 307 });
});

test("does not confuse a host with a method", async () => {
  const requests = ["GET", "get", "HEAD", "api", "page"].map((host) => ({
    target: "/api?username=Crumbs_And_Co",
    headers: { host },
  }));
  const pages = requests.map(({ headers }) => ({ target: "/en/docs", headers }));
  await expectOwnResponses([...requests, ...pages]);
});
