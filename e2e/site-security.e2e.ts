import { createHash } from "node:crypto";
import { expectSmuggledToBeStopped } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

const pages = ["/en", "/en/player/Lantern_Lou", "/en/nowhere"];

/** A source of a content policy that allows this inline script. */
function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

for (const path of pages) {
  test(`sends ${path} with a content policy that no inline script passes`, async ({ request }) => {
    const response = await request.get(path);
    const policy = response.headers()["content-security-policy"] ?? "";
    const directives = new Map(
      policy.split("; ").map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources];
      }),
    );
    expect(directives.get("script-src")).not.toContain("'unsafe-inline'");
    expect(directives.get("script-src")).not.toContain("'unsafe-eval'");
    expect(directives.get("style-src")).not.toContain("'unsafe-inline'");
    expect(directives.get("default-src")).toEqual(["'self'"]);
    expect(directives.get("object-src")).toEqual(["'none'"]);
    expect(directives.get("base-uri")).toEqual(["'none'"]);
    expect(directives.get("frame-ancestors")).toEqual(["'none'"]);

    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    const scripts = [...(await response.text()).matchAll(/<script\b([^>]*)>([^<]*)/g)]
      .map(([, attributes = "", text = ""]) => ({ attributes, text }))
      .filter(({ attributes }) => !attributes.includes('type="application/ld+json"'));
    expect(scripts.length).toBeGreaterThan(3);
    const unknown = scripts.filter(({ attributes }) => !attributes.includes(`nonce="${nonce}"`));
    // The one that every page shares is allowed by its hash.
    expect(unknown.map(({ text }) => directives.get("script-src")?.includes(hashOf(text)))).toEqual(
      [true],
    );
  });

  test(`sends ${path} with the other headers of a careful site`, async ({ request }) => {
    const headers = (await request.get(path)).headers();
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["x-powered-by"]).toBeUndefined();
  });
}

test("has a new nonce for every answer, whatever a visitor sends", async ({ request }) => {
  const sent = { "content-security-policy": "script-src 'nonce-mine'", "x-nonce": "mine" };
  const answers = await Promise.all([1, 2].map(() => request.get("/en", { headers: sent })));
  const [first, second] = answers.map((answer) => answer.headers()["content-security-policy"]);
  expect(first).not.toBe(second);
  for (const answer of answers) expect(await answer.text()).not.toContain('nonce="mine"');
});

test("runs no script that somebody smuggled in", ({ context }) =>
  expectSmuggledToBeStopped(context, "/en"));

test("asks no other host, and keeps nothing but a chosen language", async ({ page, service }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http")) hosts.add(origin);
  });
  await page.goto("/en", { waitUntil: "networkidle" });
  await page.goto("/en/player/Lantern_Lou", { waitUntil: "networkidle" });
  expect([...hosts]).toEqual([service.url]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});
