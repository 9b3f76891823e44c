import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newNonce, policyWithNonce, sealPage } from "./content-policy.ts";

const nonce = newNonce();

function hashesOf(policy: string): string[] {
  const scripts = policy.split("; ").find((one) => one.startsWith("script-src ")) ?? "";
  return scripts.split(" ").filter((source) => source.startsWith("'sha256-"));
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

describe("a page that is sent to everyone", () => {
  const own = `<script nonce="${nonce}">own()</script>`;

  it.each([
    ["without a nonce", "<script>evil()</script>"],
    ["with a nonce of its own", '<script nonce="guess">evil()</script>'],
    ["with an empty nonce", '<script nonce="">evil()</script>'],
    ["as a module", '<script type="module">evil()</script>'],
    ["in capitals", "<SCRIPT>evil()</SCRIPT>"],
    ["with the name of the marker", '<script x=" nonce=">evil()</script>'],
    ["in a comment", "<!--<script>evil()</script>-->"],
    ["that is not closed", "<script>evil()"],
    ["that takes over the next one's attributes", '<script src="data:,evil()" x='],
  ])("allows its own script only, beside one %s", (_, injected) => {
    for (const html of [injected + own, own + injected]) {
      expect(hashesOf(sealPage(html, nonce).policy)).toEqual([hashOf("own()")]);
    }
  });

  it("allows a script of its own up to its first end", () => {
    const html = `<script nonce="${nonce}">own("</script><script>evil()</script>")</script>`;
    expect(hashesOf(sealPage(html, nonce).policy)).toEqual([hashOf('own("')]);
  });

  it("has the hash of each script once, as it is sent", () => {
    const push = String.raw`push("[\"$\",\"script\",{\"nonce\":\"${nonce}\"}]")`;
    const html =
      `<link href="a.css" nonce="${nonce}"/><script src="a.js" nonce="${nonce}"></script>` +
      `<script nonce="${nonce}" src="b.js"></script>${own}${own}` +
      `<script nonce="${nonce}" id="_R_">${push}</script>`;
    const sealed = sealPage(html, nonce);
    const sent = String.raw`push("[\"$\",\"script\",{\"nonce\":\"$undefined\"}]")`;
    expect(sealed.html).toBe(
      '<link href="a.css"/><script src="a.js"></script><script src="b.js"></script>' +
        `<script>own()</script><script>own()</script><script id="_R_">${sent}</script>`,
    );
    expect(hashesOf(sealed.policy)).toEqual([hashOf("own()"), hashOf(sent)]);
  });

  it("runs no inline script when it has none of its own", () => {
    const { policy } = sealPage("<script>evil()</script>", nonce);
    expect(policy.split("; ")).toContain("script-src 'self'");
  });
});

it("a page that Next sends by itself allows inline scripts by its nonce only", () => {
  expect(policyWithNonce(nonce).split("; ")).toContain(
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
  );
});

it("each nonce is another one, of 128 random bits", () => {
  const nonces = new Set(Array.from({ length: 100 }, newNonce));
  expect(nonces.size).toBe(100);
  for (const one of nonces) expect(Buffer.from(one, "base64url")).toHaveLength(16);
});
