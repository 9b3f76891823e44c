import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routing } from "../site/i18n/routing.ts";
import { createPageRefusal } from "./page-refusal.ts";

describe("the refusal of a page", () => {
  let server: Server;

  beforeAll(async () => {
    server = createServer(createPageRefusal());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  function get(path: string, method = "GET"): Promise<Response> {
    const { port } = server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}${path}`, { method });
  }

  it.each(routing.locales)("is in the language of the path: %s", async (locale) => {
    const text = await (await get(`/${locale}/docs`)).text();
    expect(text).toContain(`<html lang="${locale}">`);
  });

  it.each(["/", "/nowhere", "/_next/static/a.js", "/xx/docs"])(
    "is in English at %s",
    async (path) => {
      const text = await (await get(path)).text();
      expect(text).toContain('<html lang="en">');
      expect(text).toContain("<h1>Nametag is busy</h1>");
      expect(text).toContain("The server is at capacity. Retry in a moment.");
      expect(text).toContain('<a class="cut" href="">Try again</a>');
    },
  );

  it("has a content policy that allows only its own style", async () => {
    const response = await get("/en");
    const [, style = ""] = /<style>([^]*?)<\/style>/.exec(await response.text()) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
  });

  it("has no body for HEAD", async () => {
    const response = await get("/en", "HEAD");
    expect([response.status, await response.text()]).toEqual([503, ""]);
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(500);
  });
});
