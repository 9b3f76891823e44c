import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { readConfiguration } from "../../configuration/configuration.ts";
import { listen, lookupIn } from "../../../testing/local-server.ts";
import { soon } from "../../../testing/providers.ts";
import { startProxy } from "../../../testing/proxy.ts";
import { UpstreamFailure } from "../failure.ts";
import { createProxyOf } from "./proxies.ts";
import { createUpstream } from "./request.ts";

/** The addresses of names in this network; the proxy leads everything to one server of this machine. */
const ADDRESSES: Record<string, string[]> = {
  "public.example": ["1.1.1.1"],
  "six.example": ["2606:4700::1111"],
  "inside.example": ["10.0.0.1"],
  "both.example": ["169.254.169.254", "1.1.1.1"],
};

let hosts: (string | undefined)[] = [];
const lookup = lookupIn(ADDRESSES);

const server = createServer(({ headers, url }, response) => {
  hosts.push(headers.host);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ at: url }));
});
let port = 0;
let proxy: Awaited<ReturnType<typeof startProxy>>;
const upstreams: ReturnType<typeof createUpstream>[] = [];

beforeAll(async () => {
  port = await listen(server);
  proxy = await startProxy((asked) => (asked.includes("refused") ? undefined : port));
});
afterEach(async () => {
  await Promise.all(upstreams.splice(0).map(({ close }) => close()));
  hosts = [];
  proxy.asked.length = 0;
});
afterAll(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

/** The end of a request: the path that the server saw, or the kind of the failure. */
async function endOf(url: string, onlyPublic = false, variables: Record<string, string> = {}) {
  const proxies = readConfiguration({
    HTTPS_PROXY: proxy.url,
    http_proxy: proxy.url,
    ...variables,
  });
  const upstream = createUpstream({ userAgent: "test", lookup, proxies });
  upstreams.push(upstream);
  const call = { provider: "test", operation: "name", deadline: soon(), about: null, onlyPublic };
  try {
    const read = z.object({ at: z.string() });
    return await upstream.send({ ...call, url, read: (its) => its.json(read).at });
  } catch (error) {
    if (error instanceof UpstreamFailure) return `${error.kind}: ${error.message}`;
    throw error;
  }
}

it("leads to a provider, which the proxy looks up", async () => {
  expect(await endOf("http://only-the-proxy.example/x?y=1")).toBe("/x?y=1");
  expect(proxy.asked).toEqual(["GET http://only-the-proxy.example/x?y=1"]);
  // The server here speaks no TLS.
  expect(await endOf("https://only-the-proxy.example/x")).toMatch(/^(tls|unavailable):/);
  expect(proxy.asked).toContain("CONNECT only-the-proxy.example:443");
});

it.each([
  ["public.example", "1.1.1.1"],
  ["public.example:8080", "1.1.1.1", "8080"],
  ["six.example", "[2606:4700::1111]"],
  ["both.example", "1.1.1.1"],
  ["1.1.1.1", "1.1.1.1"],
])(
  "leads where only public addresses may be to the one that was checked: %s",
  async (host, address, its = "80") => {
    expect(await endOf(`http://${host}/x`, true)).toBe("/x");
    expect(proxy.asked).toEqual([`CONNECT ${address}:${its}`]);
    expect(hosts).toEqual([host]);
  },
);

it.each([
  "inside.example",
  "10.0.0.1",
  "127.0.0.1",
  "[::1]",
  "[::ffff:a00:1]",
  "0x7f.1",
  "169.254.169.254",
])("is not asked for a private address there: %s", async (host) => {
  for (const scheme of ["http", "https"]) {
    expect(await endOf(`${scheme}://${host}:${port}/x`, true)).toContain("no public address");
  }
  expect([proxy.asked, hosts]).toEqual([[], []]);
});

it("is not asked for what NO_PROXY names, nor for this machine", async () => {
  const local = `http://127.0.0.1:${port}/x`;
  for (const none of ["", "other.example", "*"]) {
    expect(await endOf(local, false, { NO_PROXY: none })).toBe("/x");
  }
  const NO_PROXY = "other.example, .example";
  expect(await endOf("http://inside.example/x", true, { NO_PROXY })).toContain("no public address");
  expect(await endOf("http://nowhere.example/x", false, { NO_PROXY })).toContain("ENOTFOUND");
  expect(proxy.asked).toEqual([]);
});

it.each([
  ["10.0.0.0/16,fd07:b51a::/64", "http://10.0.7.1/", "http://[fd07:b51a::9]/"],
  ["<local>;10.0.0.1 inside.example:80", "http://10.0.0.1/", "http://a.inside.example/"],
  ["http://no/name,[broken,10.0.0.0/99,*.example", "https://a.example/", "http://127.9.9.9/"],
  ["::1,fd07::1", "http://[fd07:0::1]/", "http://localhost:81/"],
])("reads what platforms put into NO_PROXY: %s", (NO_PROXY, ...exempt) => {
  const proxyOf = createProxyOf({ HTTP_PROXY: "http://proxy:1", NO_PROXY });
  expect(exempt.filter((url) => proxyOf(new URL(url)) !== undefined)).toEqual([]);
  const proxied = ["http://10.1.0.1/", "http://inside.example:81/x", "https://other.net/"];
  const missed = proxied.filter((url) => proxyOf(new URL(url)) === undefined);
  expect(
    missed.filter((url) => !NO_PROXY.includes("*.example") || !url.includes(".example")),
  ).toEqual([]);
});

it("may refuse, and may want a password", async () => {
  const refused = "unavailable: test name: the proxy refuses to connect (403)";
  expect(await endOf("https://refused.example/x")).toBe(refused);
  expect(await endOf("http://refused.example/x")).toMatch(/^refused: /);
  const HTTP_PROXY = proxy.url.replace("//", "//user:p%40ss@");
  expect(await endOf("http://a.example/x", false, { http_proxy: HTTP_PROXY })).toBe("/x");
  expect([...proxy.authorizations]).toContain(`Basic ${btoa("user:p@ss")}`);
  const gone = { http_proxy: "http://127.0.0.1:1" };
  expect(await endOf("http://a.example/x", false, gone)).toMatch(/^unavailable: .*ECONNREFUSED/);
});
