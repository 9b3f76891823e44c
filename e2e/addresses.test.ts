import { get } from "node:http";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { hasIpv6, withNginx } from "./support/nginx.ts";
import { withSandbox } from "./support/service.ts";

/** Tells whether something listens on a port of an address, and answers. */
async function answers(host: string, port: number): Promise<boolean> {
  const outgoing = get({ host, port, path: "/api/health", agent: false });
  try {
    const [response] = await once(outgoing, "response");
    return (response as { statusCode: number }).statusCode === 200;
  } catch {
    return false;
  } finally {
    outgoing.destroy();
  }
}

describe.runIf(hasIpv6)("on a machine with both kinds of addresses", () => {
  for (const [what, HOST, expected] of [
    ["without HOST", "", { "127.0.0.1": true, "::1": true }],
    ["with HOST=[::]", "[::]", { "127.0.0.1": true, "::1": true }],
    ["with HOST=[::1]", "[::1]", { "127.0.0.1": false, "::1": true }],
    ["with HOST=0.0.0.0", "0.0.0.0", { "127.0.0.1": true, "::1": false }],
  ] as const) {
    test(`the service listens ${what}, and so does nginx before it`, async () => {
      await withSandbox(async ({ start }) => {
        const service = await start({ HOST }, { pages: false });
        const listens = async (port: number) => ({
          "127.0.0.1": await answers("127.0.0.1", port),
          "::1": await answers("::1", port),
        });
        expect(await listens(service.port)).toEqual(expected);
        if (HOST !== "") return;
        await withNginx(service.port, async (edge) => {
          expect(await listens(edge.port)).toEqual(expected);
        });
      });
    });
  }
});
