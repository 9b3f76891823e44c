import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/prepare.mjs";
import { withProgram } from "./support/program.ts";
import { withWorld, type World } from "./support/service.ts";

/** Headers that Next adds, and those of a single connection or request. */
const NOT_COMPARED = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
  "vary",
  // Where Next runs alone, `proxy.ts` hands all URLs of the API to one route handler.
  "x-middleware-rewrite",
  "x-request-id",
]);

const isLong = process.env["NAMETAG_LONG"] === "1";

/** `next dev` compiles each route on its first request, for a minute in all: `npm run check:long` does that. */
const COMMANDS = isLong ? ["start", "dev"] : ["start"];
const MOUNTS_MS = isLong ? 240_000 : 120_000;

const TARGETS = [
  "/api?username=Lantern_Lou",
  "/api?username=.Mossy_Minnow&type=bedrock",
  "/api?username=nobody_at_all",
  "/api?username=%00",
  "/api",
  "/api/batch?usernames=Lantern_Lou,nobody_at_all,.Mossy_Minnow,%00",
  "/api/batch?usernames=",
  "/api/nothing/here",
  "/api.php?username=Lantern_Lou",
  "/api?social=1",
  "/api/health",
  "/head?username=Lantern_Lou&size=100",
  "/head?username=Lantern_Lou&size=100&format=webp&overlay=false",
  "/head?username=nobody_at_all&size=16",
  "/head?username=Plain_Paul&default=404",
  "/head?size=7",
  "/head?texture=wrong&username=Lantern_Lou",
  "/head/x",
  "/avatar/Lantern_Lou/100.webp",
  "/skin?username=Gramps_Gravel",
  "/cape?username=Lantern_Lou",
  "/cape?username=Tinker_Tess",
  "/openapi.json",
  "/compat/crafthead/helm/Lantern_Lou/64",
  // Not requested above: a record that gets its signature later takes a moment to reach other processes.
  "/compat/playerdb/api/player/minecraft/.Toast_Troubador",
  "/compat/mojang/session/minecraft/profile/a72358a051ae4586bab702eab0a9eca4?unsigned=false",
  "/compat/mojang/session/minecraft/profile/00000000000000000000000000000000",
];
const BULK = "/compat/mojang/profiles/minecraft";

for (const command of COMMANDS) {
  test(
    `responds the same in front of Next and in "next ${command}", byte for byte`,
    () => compareWith(command),
    MOUNTS_MS,
  );
}

async function compareWith(command: string): Promise<void> {
  const variables = { PUBLIC_URL: "https://nametag.example" };
  const compare = async ({ service, sandbox, directory }: World) => {
    // Next leaves temporary files behind.
    const own = { ...sandbox.environment, ...variables, DATA_DIR: directory, TMPDIR: directory };
    await withNext(command, own, async (next) => {
      for (const target of TARGETS) {
        // The first response is fetched, and both share the stored result.
        await responseOf(`${service.url}${target}`);
        const front = await responseOf(`${service.url}${target}`);
        expect(await responseOf(`${next}${target}`), target).toEqual(front);
      }
      // The front server's own header changes nothing where visitors can send it.
      const headers = { "x-nametag-render": "1" };
      const { headers: sent } = await fetch(`${next}/en`, { headers });
      expect(sent.get("content-security-policy")).toContain("nonce-");
      for (const method of ["HEAD", "OPTIONS", "POST", "DELETE"]) {
        const front = await responseOf(`${service.url}/head?username=Lantern_Lou`, method);
        expect(await responseOf(`${next}/head?username=Lantern_Lou`, method), method).toEqual(
          front,
        );
      }
      for (const body of ['["Lantern_Lou","nobody_at_all"]', "no JSON", "x".repeat(5_000)]) {
        const front = await responseOf(`${service.url}${BULK}`, "POST", body);
        expect(await responseOf(`${next}${BULK}`, "POST", body), body).toEqual(front);
      }
    });
  };
  await withWorld(variables, compare, { pages: false });
}

async function responseOf(url: string, method = "GET", body?: string) {
  // Only the front server compresses its own responses.
  const requestHeaders = { "accept-encoding": "identity" };
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: requestHeaders,
    ...(body !== undefined && { body }),
  });
  const headers = [...response.headers].filter(([name]) => !NOT_COMPARED.has(name));
  return {
    status: response.status,
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name, name === "cache-control" ? inSteps(value) : value]),
    ),
    body: Buffer.from(await response.arrayBuffer()).toString("latin1"),
  };
}

/** Rounds max-age to five minutes, longer than this test takes, since it counts down. */
function inSteps(cacheControl: string): string {
  return cacheControl.replace(/max-age=(\d+)/, (_, seconds: string) => {
    const minutes = 5 * Math.ceil(Number(seconds) / 300);
    return `max-age≈${minutes} min`;
  });
}

/** Runs Next without the front server, as on serverless hosts or in development. */
function withNext(
  command: string,
  variables: Record<string, string>,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const bin = path.join(root, "node_modules", "next", "dist", "bin", "next");
  return withProgram(
    [process.execPath, bin, command, "-p", "0", "-H", "127.0.0.1"],
    {
      NODE_ENV: command === "dev" ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
      ...variables,
    },
    async ({ prints }) => use(await prints(/(http:\/\/127\.0\.0\.1:\d+)/)),
  );
}
