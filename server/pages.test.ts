import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ApiRequest } from "../lib/http/request.ts";
import { cachingOf } from "../lib/freshness.ts";
import type { Reply } from "../lib/http/reply.ts";
import { appRoutes } from "../site/pages/app-routes.ts";
import { targetOf } from "../lib/http/request.ts";
import { holding, later, page, start } from "./pages.fixture.ts";

const sha256 = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

it("is a 500 where handling a request throws, which ends nothing", async () => {
  const { get, counted } = await start(() => page("a page"));
  const push = counted.push.bind(counted);
  counted.push = () => {
    counted.push = push;
    throw new Error("A bug");
  };
  expect(await get("/docs")).toMatchObject({ status: 500 });
  expect([...counted]).toEqual([[500, "none"]]);
  expect(await get("/docs")).toMatchObject({ status: 307 });
});

it("lets scripts of other sites read where the redirect of a player leads", async () => {
  const { get } = await start(() => page("a page"));
  const { status, headers } = await get("/player/Lantern_Lou");
  expect([status, headers["access-control-allow-origin"]]).toEqual([307, "*"]);
  expect(headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
});

describe("a page that is the same for everyone", () => {
  it("is rendered once, without the visitor's headers, and then sent from memory", async () => {
    const rendered: string[] = [];
    const { get } = await start(({ path }) => {
      rendered.push(path);
      return page(`<script nonce="NONCE">1</script><p>${path}</p>`);
    });
    const requests = Array.from({ length: 20 }, (_, at) =>
      get(`/de/docs?from=${at}`, { cookie: `a=${at}`, "x-forwarded-host": "evil.example" }),
    );
    const [first, ...others] = await Promise.all(requests);
    expect(first?.body).toBe("<script>1</script><p>/de/docs</p>");
    for (const other of others) expect(other.body).toBe(first?.body);
    expect(first?.headers["access-control-allow-origin"]).toBe("connection host x-nametag-render");
    expect(first?.headers["cache-control"]).toMatch(/^public, max-age=0, s-maxage=60/);
    expect(first?.headers["content-security-policy"]).toContain("script-src 'self' 'sha256-");
    expect(first?.headers).not.toHaveProperty("set-cookie");
    expect((await get("/de/docs")).body).toBe(first?.body);
    expect(rendered.filter((path) => path === "/de/docs")).toHaveLength(1);
  });

  it("runs only the scripts that carry the nonce of their render", async () => {
    const injected = "<script>2</script><script nonce='x'>3</script><SCRIPT>4</SCRIPT>";
    const { get } = await start(() => page(`<script nonce="NONCE">1</script>${injected}`));
    const { headers, body } = await get("/en/docs");
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toContain(`script-src 'self' '${sha256("1")}'`);
    expect(body).toBe(`<script>1</script>${injected}`);
    // Renders of the same content are the same bytes, with the same tag.
    const { get: getFromAnother } = await start(() =>
      page(`<script nonce="NONCE">1</script>${injected}`),
    );
    const other = await getFromAnother("/en/docs");
    expect([other.body, other.headers["etag"]]).toEqual([body, headers["etag"]]);
  });

  it("is sent in the accepted encoding, or as a 304 when the ETag matches", async () => {
    const { get } = await start(({ path }) => page(path.repeat(500)));
    for (const encoding of ["br", "gzip", "identity"]) {
      const response = await get("/en/docs", { "accept-encoding": encoding });
      expect(response.headers["content-encoding"] ?? "identity").toBe(encoding);
      expect(response.headers["vary"]).toBe("Accept-Encoding");
      expect(response.body).toBe("/en/docs".repeat(500));
      const etag = String(response.headers["etag"]);
      const again = await get("/en/docs", { "accept-encoding": encoding, "if-none-match": etag });
      expect([again.status, again.body]).toEqual([304, ""]);
    }
  });

  it("is whole for all who want it at the same moment in another encoding", async () => {
    const { get } = await start(({ path }) => page(path.repeat(500)));
    await get("/en/docs");
    const wanted = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? "gzip" : "identity"));
    const replies = wanted.map((encoding) => get("/en/docs", { "accept-encoding": encoding }));
    for (const { body } of await Promise.all(replies)) expect(body).toBe("/en/docs".repeat(500));
  });

  it("is not cached when it fails", async () => {
    let tries = 0;
    const { get } = await start(({ path }) => {
      if (path === "/en") return page("home");
      tries += 1;
      return tries === 1 ? page("broken", 500) : page("whole");
    });
    const broken = await get("/en/docs");
    expect(broken).toMatchObject({ status: 500, headers: { "cache-control": "no-store" } });
    expect(await get("/en/docs")).toMatchObject({ status: 200, body: "whole" });
  });
});

describe("a page with responses of the API", () => {
  /** Starts pages with API responses by player name; `rendered` is how often pages were. */
  async function startWith(replies: Record<string, Reply>) {
    let rendered = 0;
    const site = await start(({ path, search }) => {
      if (path === "/api") return replies[search.get("username") ?? ""] ?? page("{}", 404);
      if (path === "/api/history") return page("{}", 404);
      if (path !== "/en") rendered += 1;
      return page(`page ${rendered}`);
    });
    return { ...site, rendered: () => rendered };
  }
  const profile = (etag: string): Reply => ({ status: 200, headers: { etag }, body: "{}" });

  it("is cached until the API's response changes", async () => {
    const replies = { Lou: profile('"1"') };
    const { rendered, get } = await startWith(replies);
    expect((await get("/en/player/Lou")).body).toBe("page 1");
    expect((await get("/en/player/Lou")).body).toBe("page 1");
    replies.Lou = profile('"2"');
    expect((await get("/en/player/Lou")).body).toBe("page 2");
    expect(rendered()).toBe(2);
  });

  it("is sent without a request to the API while its profile is fresh and unchanged", async () => {
    let requested = 0;
    let hits = 0;
    const onHit = () => void (hits += 1);
    const freshness = {
      freshUntil: Date.now() + 60_000,
      tags: ["lou"],
      cached: true,
      stale: false,
    };
    const caching = cachingOf(freshness, Date.now());
    const { responses, get } = await start(({ path }) => {
      if (path === "/api") requested += 1;
      return path === "/api" ? { ...profile('"1"'), caching, onHit } : page("page");
    });
    await get("/en/player/Lou");
    await get("/en/player/Lou");
    expect([requested, hits]).toEqual([1, 1]);
    responses.forget("lou");
    await get("/en/player/Lou");
    expect(requested).toBe(2);
  });

  it.each([
    [404, '{"code":"NOT_FOUND"}', 1],
    [400, '{"code":"INVALID_PARAMETER"}', 1],
    [502, '{"code":"BAD_GATEWAY"}', 2],
  ])("has the status of the API's response: %i", async (status, body, renders) => {
    const { rendered, get } = await startWith({
      Lou: { status, headers: { "retry-after": "7" }, body },
    });
    for (let time = 0; time < 2; time += 1) {
      const response = await get("/en/player/Lou");
      expect(response.status).toBe(status);
      expect(response.headers["retry-after"]).toBe("7");
      expect(response.headers["cache-control"] === "no-store").toBe(status >= 500);
    }
    expect(rendered()).toBe(renders);
  });

  it("is made of the very response that decides its status, however the next one differs", async () => {
    let requested = 0;
    const { get } = await start(({ path }) => {
      if (path !== "/api") return page("API");
      requested += 1;
      return { ...profile(`"${requested}"`), body: `profile ${requested}` };
    });
    expect((await get("/en/player/Lou")).body).toBe("200 profile 1");
    expect((await get("/en/player/Lou")).body).toBe("200 profile 2");
    expect(requested).toBe(2);
  });

  it("is refused the API without the id of a render, and is no page without its own response", async () => {
    const { get } = await start(({ path }) => page(path === "/en/docs" ? "docs" : "API"));
    expect(await get("/en/player/stranger")).toMatchObject({ status: 503 });
    expect(await get("/en/docs")).toMatchObject({ status: 200 });
  });

  it.each([
    ["/en/player/Lou", 200, "/api?username=Lou /api/history?username=Lou"],
    ["/en/player/Lou", 404, "/api?username=Lou /api?recent=1"],
    ["/en/player/Lou", 502, "/api?username=Lou /api?recent=1"],
    [
      "/en/player/Lou/opengraph-image",
      200,
      "/api?username=Lou /body?texture=a&default=404&model=classic&yaw=-30&pitch=10&projection=perspective&pose=waving&shadow=true&size=560",
    ],
    ["/en/player/Lou/opengraph-image", 404, "/api?username=Lou"],
    ["/en/status", 200, "/api/status"],
  ])("%s has its responses before its turn: %i", async (path, status, targets) => {
    const requested: string[] = [];
    const body = JSON.stringify({ java: { username: "Lou", skin_texture: "a" } });
    const { get } = await start((request) => {
      if (request.path === "/en") return page("");
      if (!request.path.startsWith("/en")) requested.push(targetOf(request));
      else expect(requested.join(" ")).toBe(targets);
      return page(body, request.path === "/api" ? status : 200);
    });
    await get(path);
    expect(requested.join(" ")).toBe(targets);
  });

  it.each([
    ["no-store", "no-store"],
    ["public, max-age=60", "public, max-age=60"],
    ["private, no-cache, no-store, max-age=0, must-revalidate", /^public, max-age=0, s-maxage=10/],
  ])("its route handler says how it is cached: %s", async (said, expected) => {
    const { get } = await start(() => ({ ...page("{}"), headers: { "cache-control": said } }));
    const { headers } = await get("/en/player/Lou/opengraph-image");
    expect(headers["cache-control"]).toEqual(
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    );
  });
});

describe("a URL without a rule", () => {
  const routes = appRoutes({
    routes: [
      { regex: "^/hello-there$", isInLanguage: false },
      { regex: "^/[^/]+/about-us$", isInLanguage: true },
    ],
    files: [],
  });
  const echo = ({ path, query }: ApiRequest) =>
    path.startsWith("/api") ? page("{}") : page(`${path} ${query}`);

  it.each(["/hello-there?q=1", "/en/about-us?q=1"])(
    "is passed on if Next has a route: %s",
    async (url) => {
      const { get, responses } = await start(echo, {}, routes);
      const action = { "next-action": "a", "x-middleware-subrequest": "a", "x-nametag-nonce": "a" };
      const { status, headers, body } = await get(url, { cookie: "a=b", ...action });
      expect([status, body]).toEqual([200, url.replace("?", " ")]);
      expect(headers["cache-control"]).toBe("private, no-store");
      const passed = headers["access-control-allow-origin"]?.split(" ") ?? [];
      expect(passed).toContain("cookie");
      for (const name of Object.keys(action)) expect(passed).not.toContain(name);
      expect(responses.find(url)).toBeUndefined();
    },
  );

  it("is redirected to the visitor's language if Next has a route there", async () => {
    const { get } = await start(echo, {}, routes);
    const { status, headers } = await get("/about-us?q=1", { "accept-language": "de" });
    expect([status, headers["location"]]).toEqual([307, "/de/about-us?q=1"]);
  });

  it("is the 404 page, which is kept, if Next has none", async () => {
    const { get, responses } = await start(echo, {}, routes);
    await get("/en/nowhere", { "accept-language": "en" });
    expect(responses.find("/en/404")).toBeDefined();
  });

  it("is refused when it takes too long", async () => {
    const silent = ({ path }: ApiRequest) => (path === "/hello-there" ? later().reply : page(path));
    const { get } = await start(silent, { renderMs: 100 }, routes);
    expect((await get("/hello-there")).status).toBe(503);
  });

  it("begins after the pages that are kept for everybody", async () => {
    const { respond, letGo } = holding();
    const begun: string[] = [];
    const noting = (request: ApiRequest) => {
      if (/^\/(?:en\/player|hello-there)/.test(request.path)) begun.push(request.path);
      return respond(request);
    };
    const { get, pages } = await start(noting, { slots: 1, passSlots: 1 }, routes);
    const first = get("/en/player/One");
    await expect.poll(() => begun).toEqual(["/en/player/One"]);
    const passed = get("/hello-there", { "x-forwarded-for": "192.0.2.1" });
    await expect.poll(pages.underWay).toBe(2);
    const second = get("/en/player/Two", { "x-forwarded-for": "198.51.100.7" });
    await expect.poll(pages.underWay).toBe(3);
    letGo();
    await expect.poll(() => begun).toEqual(["/en/player/One", "/en/player/Two"]);
    letGo();
    await Promise.all([first, second, passed]);
    expect(begun).toEqual(["/en/player/One", "/en/player/Two", "/hello-there"]);
  });

  it("is that of a page with `_rsc`: its components are passed on, and never kept", async () => {
    const { get, responses } = await start(echo, {}, routes);
    const { headers, body } = await get("/en/docs?_rsc", { rsc: "1" });
    expect([headers["cache-control"], body]).toEqual(["private, no-store", "/en/docs _rsc"]);
    expect([responses.find("/en/docs"), responses.find("/en/docs?_rsc")]).toEqual([
      undefined,
      undefined,
    ]);
    // What a visitor chose is in the query, and is not part of the page that is refreshed.
    expect((await get("/en/docs?view=body&_rsc=1", { rsc: "1" })).body).toBe("/en/docs _rsc=1");
    // The header alone changes nothing.
    expect((await get("/en/docs", { rsc: "1" })).headers["cache-control"]).toContain("public");
    // What is missing costs no render.
    expect((await get("/en/nowhere?_rsc", { rsc: "1" })).body).toBe("/en/404 ");
    expect(responses.find("/en/404")).toBeDefined();
  });
});
