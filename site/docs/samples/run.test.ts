import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Endpoint, endpointOf, type EndpointId, endpoints } from "../contract.ts";
import { errorBody } from "../../../lib/contract/errors.ts";
import { document } from "../../../lib/routes/openapi/openapi.fixture.ts";
import { listen } from "../../../testing/local-server.ts";
import {
  isInstalled,
  type Outcome,
  runnableLanguages,
  runProgram,
  runSample,
  withFiles,
} from "../../../testing/run-program.ts";
import { useFront } from "../../../testing/served.ts";
import { useWorld } from "../../../testing/world.ts";
import { recipe } from "../recipes/recipes.fixture.ts";
import type { SampleLanguageId } from "./languages.ts";
import { exampleParameters, sampleCode } from "./samples.ts";

const RUN_MS = 60_000;
const languages = runnableLanguages(process.env["CI"] === "true");
const contract: readonly Endpoint[] = endpoints;
const SOCIAL_LINKS = JSON.stringify([
  { platform: "git", label: 'Ärger & "Lob"', url: "https://git.example.org" },
]);
const everyEndpoint = contract.map((endpoint) => [endpoint.id, endpoint] as const);

/** One endpoint with JSON responses, and one with images. */
const failing = (["body", "images"] as const).flatMap((kind) =>
  contract
    .filter((endpoint) => endpoint[kind] !== undefined && endpoint.errors.includes("NOT_FOUND"))
    .slice(0, 1)
    .map((endpoint) => [endpoint.id, endpoint] as const),
);

interface Service {
  /** Sends the request that a sample should send. */
  send(endpoint: Endpoint): Promise<Response>;
  run(endpoint: Endpoint, language: SampleLanguageId): Promise<Outcome>;
}

/** A service for the tests of one block, which knows one player. */
function useService(): Service {
  const world = useWorld(() => ({ SOCIAL_LINKS }));
  const front = useFront(world);
  beforeAll(async () => void (await world.request("/api?username=Lantern_Lou")));

  return {
    send(endpoint) {
      const url = new URL(endpoint.path, front.url);
      for (const { name, value } of exampleParameters(endpoint)) url.searchParams.set(name, value);
      return fetch(url);
    },
    run: (endpoint, language) =>
      runSample(language, sampleCode(endpoint, language, { baseUrl: front.url })),
  };
}

/** A writer is the same for all endpoints of a kind: the other languages, which take longer, run for one of each. */
const FOR_EVERY_ENDPOINT: readonly SampleLanguageId[] = ["curl", "php"];
const ONE_OF_EACH_KIND: readonly EndpointId[] = ["getProfile", "getHead"];
const languagesFor = (id: EndpointId) =>
  languages.filter((one) => ONE_OF_EACH_KIND.includes(id) || FOR_EVERY_ENDPOINT.includes(one));

// A service for each endpoint: a lookup changes the statistics that another sample shows.
describe.each(everyEndpoint)("the samples of %s", (id, endpoint) => {
  const service = useService();
  // From now on, every sample gets the same response.
  beforeAll(() => service.send(endpoint));

  it.concurrent.each(languagesFor(id))(
    "print or save the response of the service: %s",
    async (language) => {
      const { code, stdout, stderr, files } = await service.run(endpoint, language);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const plain = await service.send(endpoint);
      expect(plain.status).toBe(200);
      if (endpoint.body !== undefined) {
        expect(JSON.parse(stdout)).toEqual(await plain.json());
        expect(files.size).toBe(0);
      } else {
        expect(stdout).toBe("");
        expect([...files.values()]).toEqual([Buffer.from(await plain.arrayBuffer())]);
      }
    },
    RUN_MS,
  );
});

describe.each(failing)("the samples of %s, for an unknown player", (_, known) => {
  const service = useService();
  const endpoint = { ...known, example: { username: "Nobody_At_All" } };

  it.concurrent.each(languages)(
    "print the error, save nothing and fail: %s",
    async (language) => {
      const { code, stdout, stderr, files } = await service.run(endpoint, language);
      const plain = await service.send(endpoint);
      expect(plain.status).toBe(404);
      const said = endpoint.body !== undefined ? errorBody.parse(await plain.json()).error : "404";
      expect(stdout + stderr).toContain(said);
      expect(code).not.toBe(0);
      expect(files.size).toBe(0);
    },
    RUN_MS,
  );
});

const head = endpointOf("getHead");

describe("the TypeScript sample of getHead", () => {
  const service = useService();

  it.concurrent.each([
    ["size", "small"],
    ["type", "both"],
  ])(
    "does not compile with the %s %j",
    async (name, value) => {
      const endpoint = { ...head, example: { [name]: value } };
      const { code, stdout } = await service.run(endpoint, "typescript");
      expect(code).not.toBe(0);
      expect(stdout).toMatch(new RegExp(`error TS2322: .*readonly ${name}: "${value}"`));
    },
    RUN_MS,
  );
});

/** TypeScript rightly refuses to compile most of them. */
const hostileLanguages = languages.filter((language) => language !== "typescript");
/** Values that would end a string, run as code, or change, if they were not quoted. */
const hostileValues: readonly string[] = [
  `"'"'"'\`"'`,
  "$HOME ${HOME} $(touch owned) `touch owned` {$query} #{query} ${query}",
  `it's "$query" {$query} \${query} $HOME`,
  "\\ \\\\ \\n \\u0041 \\x41 \\u{41} \\101 \\\"' \\",
  "100% %41 %s %n %%PATH%% !! !$ ^& | < > * ? ~ ;",
  "a\nb\rc\r\nd\te",
  "\"; exit(1); //\n*/ # -- '); process.exit(1);",
  "</script><script>alert(1)</script><!-- --> ]]> <?php ?>",
  "Łucja мшистый пень 灯籠ルー 😀👩‍🚀 é é",
  " & = + ? # @ / : ; , ",
  "@/etc/passwd",
  "-o owned",
  "+1 1+1 =1 0x10 1e3 007",
];
const IMAGE = "an image";

const names = Object.keys(head.query.shape);

/** All hostile values, with invented parameters where the endpoint has too few. */
const query = Object.fromEntries(
  hostileValues.map((value, at) => [names[at] ?? `invented_${at}`, value]),
);
const invented = Object.keys(query).slice(names.length);
const hostile: Endpoint = {
  ...head,
  query: head.query.extend(Object.fromEntries(invented.map((name) => [name, z.string()]))),
  example: query,
};

/** The queries that a sample sends, decoded. */
async function sentBy(language: (typeof hostileLanguages)[number]) {
  const sent: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    sent.push(Object.fromEntries(new URL(request.url ?? "", "http://localhost").searchParams));
    response.end(IMAGE);
  }).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error();
    const baseUrl = `http://127.0.0.1:${address.port}`;
    const result = await runSample(language, sampleCode(hostile, language, { baseUrl }));
    return { sent, ...result };
  } finally {
    server.close();
  }
}

it.concurrent.each(hostileLanguages)(
  "sends hostile values unchanged: %s",
  async (language) => {
    const { code, stdout, stderr, sent, files } = await sentBy(language);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(sent).toEqual([query]);
    expect(Object.values(query)).toEqual(hostileValues);
    expect([...files.values()].map(String)).toEqual([IMAGE]);
  },
  RUN_MS,
);

const HTML = "<!doctype html><title>Bad gateway</title><p>Sorry.";
const SENTENCE = "This sentence says what to do.";
const profile = { success: true, java: { username: "Lantern_Lou", uuid_dashed: "a-uuid" } };
const list = { success: true, results: [profile] };
/** The programs that try again, and the command that runs each. */
const patient: Readonly<Record<string, readonly string[]>> = {
  "lookup.mjs": [process.execPath, "lookup.mjs"],
  "convert.mjs": [process.execPath, "convert.mjs", "list", "java"],
  "convert.py": ["python3", "convert.py", "list", "java"],
};
const errorOf = (status: number, code: string) => ({
  success: false,
  error: SENTENCE,
  code,
  status,
});

/** The trouble that a program meets at `/<name>/api`, and what a sample may say of it that no error of ours says. */
const troubles: Readonly<Record<string, { reply(response: ServerResponse): void; said?: RegExp }>> =
  {
    "not-found": { reply: json(404, errorOf(404, "NOT_FOUND")) },
    failing: { reply: json(502, errorOf(502, "BAD_GATEWAY")) },
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
  if (isSecond && Object.hasOwn(patient, program)) {
    return json(200, request.method === "POST" ? list : profile)(response);
  }
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

it.concurrent.each(languages)(
  "a sample ends with a message, whatever it gets: %s",
  async (language) => {
    const run = (baseUrl: string) =>
      runSample(language, sampleCode(endpointOf("getProfile"), language, { baseUrl }));
    const cases = Object.entries(troubles).flatMap(([name, { said }]) =>
      said === undefined ? [] : [[`${base}/${name}/${language}`, said] as const],
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

const runnable = Object.entries(patient).filter(([, [program = ""]]) => isInstalled(program));

it.concurrent.each(
  runnable.flatMap(([file, command]) =>
    ["failing", "html"].map((trouble) => [file, trouble, command] as const),
  ),
)(
  "%s waits as it is told: %s",
  async (file, trouble, [program = "", ...args]) => {
    const files = { [file]: recipe(file, `${base}/${trouble}/${file}`), list: "Lantern_Lou\n" };
    const { code, stdout } = await withFiles(files, (at) => runProgram(program, args, at));
    const said = file === "lookup.mjs" ? "Lantern_Lou\n" : "whitelist.json: 1 of 1 players\n";
    expect({ code, stdout }).toEqual({ code: 0, stdout: said });
    expect(requests.filter((each) => each === `${trouble}/${file}`)).toHaveLength(2);
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
