import { expect, test } from "vitest";
import { freePort, programOf } from "../scripts/prepare.mjs";
import { withProgram } from "./support/program.ts";
import { withSandbox } from "./support/service.ts";

const NEXT = programOf("next");
/** How long a request may take; one that reaches the host again and again takes longer. */
const PATIENCE_MS = 20_000;

/** The response of a host that runs Next alone at each path. */
const EXPECTED = {
  "/en": "200 text/html",
  "/en/docs/head.md": "200 text/markdown",
  "/ja/docs/compat.md": "404 text/plain",
  "/en/docs-markdown/head": "404 text/html",
  "/de/nowhere": "404 text/html",
  "/en/player/a%2Fb": "400 text/html, Not a valid name or ID",
  "/en/player/Lantern_Lou": "200 text/html",
  "/en/player/Nobody_Here": "404 text/html, Player not found",
  "/en/player/RustyRobot_9": "502 text/html, Player data is unavailable, retry after 5",
  // A search that no player's URL can express, in its own form and in an older one.
  "/en/player?username=..": "400 text/html, Not a valid name or ID",
  "/en/player?username=%20..%20": "400 text/html, Not a valid name or ID",
  "/en?username=..": "400 text/html",
  "/en/player?username=Lantern_Lou": "307 /en/player/Lantern_Lou",
  "/docs/head": "307 /en/docs/head",
  "//en//docs": "308 /en/docs",
};

const textOf = async (base: string, target: string): Promise<string> => {
  // As a proxy sends it that receives HTTPS.
  const headers = { "x-forwarded-proto": "https" };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(base + target, { headers, redirect: "manual", signal });
  const [type] = response.headers.get("content-type")?.split(";") ?? [];
  const wait = response.headers.get("retry-after");
  // Without its heading, a page would be an empty document that scripts fill.
  const heading = /<h1[^>]*>([^<]*)<\/h1>/.exec(await response.text())?.[1];
  const isFailure = response.status >= 400 && target.includes("player");
  return [
    `${response.status} ${response.headers.get("location") ?? type}`,
    ...(isFailure ? [heading] : []),
    ...(wait === null ? [] : [`retry after ${wait}`]),
  ].join(", ");
};

test.each(["127.0.0.1", "::1", "0.0.0.0"])(
  "Next alone serves every kind of page when it listens on %s",
  (host) =>
    withSandbox(async ({ sandbox, directory }) => {
      const port = await freePort();
      sandbox.control.fault({ route: "*", match: "RustyRobot_9", fault: { kind: "drop" } });
      const variables = { ...sandbox.environment, DATA_DIR: directory };
      const start = [process.execPath, NEXT, "start", "--hostname", host, "--port", String(port)];
      await withProgram(start, variables, async ({ prints, printed }) => {
        await prints(/Ready in/);
        const name = host.includes(":") ? `[${host}]` : host;
        const found: Record<string, string> = {};
        for (const target of Object.keys(EXPECTED)) {
          const text = textOf(`http://${name}:${port}`, target);
          found[target] = await text.catch(String);
        }
        expect(found).toEqual(EXPECTED);
        expect(printed.stderr).toBe("");
      });
    }),
);
