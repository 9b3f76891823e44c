import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Endpoint, endpointOf, endpoints } from "../../contract/endpoints.ts";
import { errorBody } from "../../contract/errors.ts";
import { type Outcome, runnableLanguages, runSample } from "../../testing/run-program.ts";
import { serve, type Served } from "../../testing/served.ts";
import { createTestWorld, type TestWorld } from "../../testing/world.ts";
import type { SampleLanguageId } from "./languages.ts";
import { exampleQuery, sampleCode, type SampleQuery } from "./samples.ts";

const RUN_MS = 60_000;
const languages = runnableLanguages(process.env["CI"] === "true");
const contract: readonly Endpoint[] = endpoints;
const SOCIAL_LINKS = JSON.stringify([
  { platform: "git", label: 'Ärger & "Lob"', url: "https://git.example.org" },
]);
const everyEndpoint = contract.map((endpoint) => [endpoint.id, endpoint] as const);

/** One endpoint with JSON responses, and one with images. */
const failing = ["json", "image"].flatMap((kind) =>
  contract
    .filter(({ response, errors }) => response.kind === kind && errors.includes("NOT_FOUND"))
    .slice(0, 1)
    .map((endpoint) => [endpoint.id, endpoint] as const),
);

interface Service {
  /** Sends the request that a sample should send. */
  send(endpoint: Endpoint, query: SampleQuery): Promise<Response>;
  run(endpoint: Endpoint, language: SampleLanguageId, query: SampleQuery): Promise<Outcome>;
}

/** A service for the tests of one block, which knows one player. */
function useService(): Service {
  let world: TestWorld;
  let front: Served;

  beforeAll(async () => {
    world = await createTestWorld(() => ({ SOCIAL_LINKS }));
    front = await serve(world);
    await world.request("/api?username=Lantern_Lou");
  });

  afterAll(async () => {
    await front.close();
    await world.close();
  });

  return {
    send({ path }, query) {
      const url = new URL(path, front.url);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return fetch(url);
    },
    run: (endpoint, language, query) =>
      runSample(language, sampleCode(endpoint, language, { baseUrl: front.url, query })),
  };
}

// A service for each endpoint: a lookup changes the statistics that another sample shows.
describe.each(everyEndpoint)("the samples of %s", (_, endpoint) => {
  const service = useService();
  const query = exampleQuery(endpoint);
  // From now on, every sample gets the same response.
  beforeAll(() => service.send(endpoint, query));

  it.concurrent.each(languages)(
    "print or save the response of the service: %s",
    async (language) => {
      const { code, stdout, stderr, files } = await service.run(endpoint, language, query);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const plain = await service.send(endpoint, query);
      expect(plain.status).toBe(200);
      if (endpoint.response.kind === "json") {
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

describe.each(failing)("the samples of %s, for an unknown player", (_, endpoint) => {
  const service = useService();
  const query = { username: "Nobody_At_All" };

  it.concurrent.each(languages)(
    "print the error, save nothing and fail: %s",
    async (language) => {
      const { code, stdout, stderr, files } = await service.run(endpoint, language, query);
      const plain = await service.send(endpoint, query);
      expect(plain.status).toBe(404);
      const said =
        endpoint.response.kind === "json" ? errorBody.parse(await plain.json()).error : "404";
      expect(stdout + stderr).toContain(said);
      expect(code).not.toBe(0);
      expect(files.size).toBe(0);
    },
    RUN_MS,
  );
});

describe("the TypeScript sample of getHead", () => {
  const service = useService();
  const head = endpointOf("getHead");

  it.concurrent.each([
    ["size", "small"],
    ["type", "both"],
  ])(
    "does not compile with the %s %j",
    async (name, value) => {
      const query = { username: "Lantern_Lou", [name]: value };
      const { code, stdout } = await service.run(head, "typescript", query);
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

const head = endpoints.find(({ id }) => id === "getHead");
const names = Object.keys(head?.query.shape ?? {});

/** All hostile values, with invented parameters where the endpoint has too few. */
const query = Object.fromEntries(
  hostileValues.map((value, at) => [names[at] ?? `invented_${at}`, value]),
);
const invented = Object.keys(query).slice(names.length);
const endpoint: Endpoint | undefined = head && {
  ...head,
  query: head.query.extend(Object.fromEntries(invented.map((name) => [name, z.string()]))),
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
    if (endpoint === undefined || address === null || typeof address === "string")
      throw new Error();
    const baseUrl = `http://127.0.0.1:${address.port}`;
    const result = await runSample(language, sampleCode(endpoint, language, { baseUrl, query }));
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
  60_000,
);
