import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  runnableLanguages,
  runProgram,
  runSample,
  withFiles,
} from "../../../testing/run-program.ts";
import { document } from "../../../lib/routes/openapi/openapi.fixture.ts";
import { listen } from "../../../testing/local-server.ts";
import { endpointOf } from "../contract.ts";
import { recipe } from "../recipes/recipes.fixture.ts";
import { sampleCode } from "./samples.ts";

const HTML = "<!doctype html><title>Bad gateway</title><p>Sorry.";
const SENTENCE = "This sentence says what to do.";
const profile = { success: true, java: { username: "Lantern_Lou" } };
const errorOf = (status: number, code: string) => ({
  success: false,
  error: SENTENCE,
  code,
  status,
});

/** The trouble that a program meets at `/<name>/api`, and the sentences that it may say in the end. */
const troubles: Readonly<Record<string, { reply(response: ServerResponse): void; said: RegExp }>> =
  {
    "not-found": { reply: json(404, errorOf(404, "NOT_FOUND")), said: /This sentence/ },
    failing: { reply: json(502, errorOf(502, "BAD_GATEWAY")), said: /This sentence/ },
    html: {
      reply: (response) => response.writeHead(502, { "retry-after": "1" }).end(HTML),
      said: /502|<!doctype html>|not JSON/,
    },
    silent: { reply: () => undefined, said: /time|abort|canceled/i },
  };
const CLOSED = "http://127.0.0.1:9";

/** The requests for each trouble, and for each program. */
const requests: string[] = [];

const server = createServer((request, response) => {
  const [, trouble = "", program = ""] = request.url?.split("/") ?? [];
  if (request.url?.endsWith("/openapi.json")) return json(200, document)(response);
  requests.push(`${trouble}/${program}`);
  // A provider that recovers while the program waits.
  const isSecond = requests.filter((each) => each === `${trouble}/${program}`).length > 1;
  if (trouble === "fine" || (isSecond && program === "lookup")) return json(200, profile)(response);
  troubles[trouble]?.reply(response);
});
let base = "";
beforeAll(async () => void (base = `http://127.0.0.1:${await listen(server)}`));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function json(status: number, body: object) {
  return (response: ServerResponse) => {
    const headers = {
      "content-type": "application/json",
      ...(status === 502 && { "retry-after": "1" }),
    };
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
}

const languages = runnableLanguages(process.env["CI"] === "true");
const RUN_MS = 60_000;

it.concurrent.each(languages)(
  "a sample ends with a message, whatever it gets: %s",
  async (language) => {
    const run = (baseUrl: string) =>
      runSample(language, sampleCode(endpointOf("getProfile"), language, { baseUrl }));
    const fine = await run(`${base}/fine/${language}`);
    expect({ ...fine, stdout: JSON.parse(fine.stdout) as unknown }).toMatchObject({
      code: 0,
      stdout: profile,
    });
    const cases = Object.entries(troubles).map(
      ([name, { said }]) => [`${base}/${name}/${language}`, said] as const,
    );
    for (const [baseUrl, said] of [...cases, [CLOSED, /refused|fetch failed|connect/i] as const]) {
      const { code, stdout, stderr } = await run(baseUrl);
      expect({ baseUrl, failed: code !== 0 }).toEqual({ baseUrl, failed: true });
      expect(stdout + stderr).toMatch(said);
      expect(stdout + stderr).not.toMatch(/Unexpected token|JSONDecodeError|Syntax error/);
    }
  },
  3 * RUN_MS,
);

it.concurrent.each([
  ["failing", "Lantern_Lou"],
  ["html", "Lantern_Lou"],
])(
  "lookup.mjs waits as it is told: %s",
  async (trouble, said) => {
    const files = { "lookup.mjs": recipe("lookup.mjs", `${base}/${trouble}/lookup`) };
    const ended = await withFiles(files, (at) => runProgram(process.execPath, ["lookup.mjs"], at));
    expect(ended).toEqual({ code: 0, stdout: `${said}\n`, stderr: "" });
    expect(requests.filter((each) => each === `${trouble}/lookup`)).toHaveLength(2);
  },
  RUN_MS,
);

it.concurrent.each([
  ["silent", 1, /time/i],
  ["not-found", 0, /unknown player/],
])(
  "lookup.mjs ends: %s",
  async (trouble, code, said) => {
    const files = { "lookup.mjs": recipe("lookup.mjs", `${base}/${trouble}/once`) };
    const ended = await withFiles(files, (at) => runProgram(process.execPath, ["lookup.mjs"], at));
    expect({ code: ended.code, said: ended.stdout + ended.stderr }).toEqual({
      code,
      said: expect.stringMatching(said),
    });
  },
  RUN_MS,
);
