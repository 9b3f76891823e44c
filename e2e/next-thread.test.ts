import { once } from "node:events";
import { createServer, request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setEnvironmentData, Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nonceIn, sealPage } from "../site/pages/content-policy.ts";
import { API_PORT, LOOPBACK, RENDER_HEADER } from "../site/pages/rendering.ts";
import manifest from "../package.json" with { type: "json" };
import { root } from "../scripts/prepare.mjs";

/*
 * The front server expects this of Next, which it runs as a custom server: see server/next-thread.ts. If one of these
 * fails after an update of Next, the sentence says what the site needs it for.
 */

const LOADED_MS = 30_000;
const NEXT = `Next ${manifest.dependencies.next}`;

interface Page {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The names of renders begin with this. */
const KEY = "its";
let thread: Worker;
let port = 0;
/** The targets that pages asked the API for, and the render of each. */
const asked: [string | undefined, string | string[] | undefined][] = [];
const api = createServer((asking, response) => {
  asked.push([asking.url, asking.headers[RENDER_HEADER]]);
  const body = { success: false, code: "NOT_FOUND", error: "There is none.", status: 404 };
  response.writeHead(404, { "content-type": "application/json" }).end(JSON.stringify(body));
});

beforeAll(async () => {
  await once(api.listen(0, LOOPBACK), "listening");
  setEnvironmentData(API_PORT, (api.address() as AddressInfo).port);
  thread = new Worker(path.join(root, "dist", "server", "next-thread.js"), {
    workerData: KEY,
    env: { ...process.env, NODE_ENV: "production", PUBLIC_URL: "https://nametag.example" },
    stdout: true,
  });
  [port] = (await once(thread, "message")) as [number];
}, LOADED_MS);

afterAll(async () => {
  await thread.terminate();
  api.close();
});

function get(url: string, own = {}): Promise<Page> {
  return new Promise((resolve, reject) => {
    const headers = { [RENDER_HEADER]: KEY, ...own };
    const sent = request({ host: LOOPBACK, port, path: url, headers });
    sent.on("response", (response) => {
      const { statusCode: status, headers: fields } = response;
      text(response).then((body) => resolve({ status, headers: fields, body }), reject);
    });
    sent.on("error", reject).end();
  });
}

test.each(["/en", "/ar/docs/head", "/en/player/Nobody", "/de/404"])(
  "every script of %s has the nonce of the policy",
  async (url) => {
    const { headers, body } = await get(url);
    const nonce = nonceIn(String(headers["content-security-policy"]));
    const why = `${NEXT} runs proxy.ts before a page, and returns the policy that it sets: the front server reads the nonce there, see server/finish-page.ts.`;
    expect(nonce, why).toMatch(/^[\w-]{20,}$/);
    // A block of data is no script.
    const scripts = body.match(/<script\b(?! type="application\/ld\+json")[^>]*>/g) ?? [];
    const others = scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`));
    const which = `${NEXT} marks its scripts with the nonce of the policy in the request. Only marked scripts get into the policy of hashes with which visitors get the page; others never run.`;
    expect(scripts.length, which).toBeGreaterThan(3);
    expect(others, which).toEqual([]);
    const { html, policy } = sealPage(body, nonce ?? "");
    expect(html).not.toContain(nonce);
    expect(policy.match(/'sha256-/g)?.length, which).toBeGreaterThan(1);
  },
);

test.each([
  ["/en/docs/head.md", "200 text/markdown", "rewrites a URL where proxy.ts says so"],
  ["/ja/docs/-.md", "404 text/plain", "rewrites a URL where proxy.ts says so"],
  ["/en/player/a%2Ersc", "200 text/html", "takes no encoded ending for a request by its scripts"],
  ["/en/player/100%25", "200 text/html", "decodes the parameters of a route once"],
  ["/en/player/a%2Fb", "200 text/html", "decodes the parameters of a route once"],
  ["/en/player?username=..", "200 text/html", "leaves the query as it is"],
  ["/fr/404", "404 text/html", "renders global-not-found where no route matches"],
  ["/robots.txt", "200 text/plain", "serves the routes of metadata"],
])("%s is %s", async (url, expected, does) => {
  const { status, headers } = await get(url);
  const [type = ""] = String(headers["content-type"]).split(";");
  expect(`${status} ${type}`, `${NEXT} ${does}.`).toBe(expected);
});

test("a response is not compressed, since the front server does that once and keeps it", async () => {
  const { headers } = await get("/en/docs");
  expect(headers["content-encoding"]).toBeUndefined();
});

test("a page asks the front server for its data, in the name of its render", async () => {
  asked.length = 0;
  const { body } = await get("/en/player/Nobody", { [RENDER_HEADER]: "its-render" });
  const why = `${NEXT} shows a page the header that the front server sends, by which it finds the responses for this render: app/_server/api.ts.`;
  expect(asked, why).toEqual([
    ["/api?username=Nobody", "its-render"],
    ["/api?recent=1", "its-render"],
  ]);
  expect(body).toContain("Nobody");
});

test("another program of this machine gets nothing", async () => {
  const { status, body } = await get("/en", { [RENDER_HEADER]: "theirs" });
  expect([status, body]).toEqual([404, ""]);
});

test("what a page says of its language and links comes from its URL alone", async () => {
  const foreign = { cookie: "NEXT_LOCALE=ja", "accept-language": "ja" };
  const { body } = await get("/pl/docs/head", foreign);
  expect(body).toContain('<html lang="pl"');
  expect(body).toContain('href="/de/docs/head"');
});
