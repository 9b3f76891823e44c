import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Endpoint, endpointOf, endpoints } from "../contract.ts";
import { errorBody } from "../../../lib/contract/errors.ts";
import { listen } from "../../../testing/local-server.ts";
import {
  isInstalled,
  type Outcome,
  runnableLanguages,
  runProgram,
  withFiles,
  withSample,
} from "../../../testing/run-program.ts";
import { useFront } from "../../../testing/served.ts";
import { useWorld } from "../../../testing/world.ts";
import { recipe } from "../recipes/recipes.fixture.ts";
import { exampleParameters, sampleCode } from "./samples.ts";

const RUN_MS = 60_000;
const languages = runnableLanguages(process.env["CI"] === "true");
const SOCIAL_LINKS = JSON.stringify([
  { platform: "git", label: 'Ärger & "Lob"', url: "https://git.example.org" },
]);

/** A service for the tests of one block, which knows one player. */
function useService() {
  const world = useWorld(() => ({ SOCIAL_LINKS }));
  const front = useFront(world);
  beforeAll(async () => void (await world.request("/api?username=Lantern_Lou")));
  return front;
}

/** Sends the request that a sample should send. */
function send(url: string, endpoint: Endpoint): Promise<Response> {
  const target = new URL(endpoint.path, url);
  for (const { name, value } of exampleParameters(endpoint)) target.searchParams.set(name, value);
  return fetch(target);
}

async function expectResponse({ code, stdout, stderr, files }: Outcome, plain: Response) {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(plain.status).toBe(200);
  if (plain.headers.get("content-type")?.startsWith("application/json")) {
    expect(JSON.parse(stdout)).toEqual(await plain.json());
    expect(files.size).toBe(0);
  } else {
    expect(stdout).toBe("");
    expect([...files.values()]).toEqual([Buffer.from(await plain.arrayBuffer())]);
  }
}

/** A writer is the same for all endpoints of a kind: the languages that take longer run for one of each. */
const ONE_OF_EACH_KIND = [endpointOf("getProfile"), endpointOf("getHead")];
const QUICK = languages.filter((one) => one === "curl" || one === "php");
const others = endpoints.filter(({ id }) => ONE_OF_EACH_KIND.every((one) => one.id !== id));

// A service for each endpoint: a lookup changes the statistics that another sample shows.
describe.each(others.map((endpoint) => [endpoint.id, endpoint] as const))(
  "the samples of %s",
  (_, endpoint) => {
    const front = useService();
    // From now on, every sample gets the same response.
    beforeAll(() => send(front.url, endpoint));

    it.concurrent.each(QUICK)(
      "print or save the response of the service: %s",
      async (language) => {
        await withSample(
          language,
          sampleCode(endpoint, language, { baseUrl: front.url }),
          async (run) => expectResponse(await run(), await send(front.url, endpoint)),
        );
      },
      RUN_MS,
    );
  },
);

const HTML = "<!doctype html><title>Bad gateway</title><p>Sorry.";

type Act = (response: ServerResponse, target: string) => unknown;

describe("a sample", () => {
  const front = useService();
  /** What the sample of a language meets at `/<language>`. */
  const acts = new Map<string, Act>();
  const passOn: Act = async (response, target) => {
    const passed = await fetch(front.url + target);
    const type = passed.headers.get("content-type") ?? "";
    response.writeHead(passed.status, { "content-type": type });
    response.end(Buffer.from(await passed.arrayBuffer()));
  };
  const aboutNobody: Act = (response, target) =>
    passOn(response, target.replace("Lantern_Lou", "Nobody_At_All"));
  /** Trouble, and what a sample may say of it that no error of ours says. */
  const troubles: readonly (readonly [Act, RegExp])[] = [
    [(response) => response.writeHead(502).end(HTML), /502|<!doctype html>|not JSON/],
    [() => undefined, /time|abort|canceled/i],
    [(response) => response.destroy(), /closed|reset|refused|failed|EOF|empty|connect/i],
  ];

  const server = createServer((request, response) => {
    const [, language = "", target = ""] = /^\/(\w+)(\/.*)$/.exec(request.url ?? "") ?? [];
    void (acts.get(language) ?? passOn)(response, target);
  });
  let base = "";
  beforeAll(async () => {
    base = `http://127.0.0.1:${await listen(server)}`;
    return () => {
      server.closeAllConnections();
      server.close();
    };
  });

  it.concurrent.each(
    ONE_OF_EACH_KIND.flatMap((endpoint) =>
      languages.map((language) => [endpoint.id, language, endpoint] as const),
    ),
  )(
    "of %s prints or saves the response, or fails with a message, whatever it gets: %s",
    async (id, language, endpoint) => {
      const place = `${id}_${language}`;
      const code = sampleCode(endpoint, language, { baseUrl: `${base}/${place}` });
      await withSample(language, code, async (run) => {
        await expectResponse(await run(), await send(front.url, endpoint));
        const isImage = endpoint.body === undefined;
        const nobody = { ...endpoint, example: { username: "Nobody_At_All" } };
        const plain = await send(front.url, nobody);
        expect(plain.status).toBe(404);
        const said = isImage ? "404" : errorBody.parse(await plain.json()).error;
        const all = [[aboutNobody, said] as const, ...(isImage ? [] : troubles)];
        for (const [act, message] of all) {
          acts.set(place, act);
          const { stdout, stderr, ...ended } = await run();
          expect({ failed: ended.code !== 0, saved: ended.files.size }).toEqual({
            failed: true,
            saved: 0,
          });
          expect(stdout + stderr).toMatch(message);
          expect(stdout + stderr).not.toMatch(/Unexpected token|JSONDecodeError|Syntax error/);
        }
      });
    },
    3 * RUN_MS,
  );

  it("in TypeScript does not compile with values that the service refuses", async () => {
    const endpoint = { ...endpointOf("getHead"), example: { size: "small", type: "both" } };
    const code = sampleCode(endpoint, "typescript", { baseUrl: `${base}/typescript` });
    await withSample("typescript", code, async (run) => {
      const { code: failed, stdout } = await run();
      expect(failed).not.toBe(0);
      expect(stdout).toMatch(/error TS2322: .*readonly size: "small"/);
      expect(stdout).toMatch(/error TS2322: .*readonly type: "both"/);
    });
  });
});

const head = endpointOf("getHead");

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
    const code = sampleCode(hostile, language, { baseUrl });
    return { sent, ...(await withSample(language, code, (run) => run())) };
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

const profile = { success: true, java: { username: "Lantern_Lou", uuid_dashed: "a-uuid" } };
const list = { success: true, results: [profile] };
/** The programs that try again, and the command that runs each. */
const patient: Readonly<Record<string, readonly string[]>> = {
  "lookup.mjs": [process.execPath, "lookup.mjs"],
  "convert.mjs": [process.execPath, "convert.mjs", "list", "java"],
  "convert.py": ["python3", "convert.py", "list", "java"],
};
/** The requests that have a response, by program. */
const requests: string[] = [];

/** A proxy at `/html/<program>` asks to wait, and the service recovers meanwhile; elsewhere nothing responds. */
const server = createServer((request, response) => {
  const [, trouble = "", program = ""] = request.url?.split("/") ?? [];
  if (trouble !== "html") return;
  requests.push(program);
  const isSecond = requests.filter((each) => each === program).length > 1;
  if (!isSecond) return void response.writeHead(502, { "retry-after": "1" }).end(HTML);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(request.method === "POST" ? list : profile));
});
let base = "";
beforeAll(async () => void (base = `http://127.0.0.1:${await listen(server)}`));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const runnable = Object.entries(patient).filter(([, [program = ""]]) => isInstalled(program));

// What the service itself says is in recipes.test.ts.
it.concurrent.each(runnable)(
  "%s waits as a proxy tells it",
  async (file, [program = "", ...args]) => {
    const files = { [file]: recipe(file, `${base}/html/${file}`), list: "Lantern_Lou\n" };
    const { code, stdout } = await withFiles(files, (at) => runProgram(program, args, at));
    const said = file === "lookup.mjs" ? "Lantern_Lou\n" : "whitelist.json: 1 of 1 players\n";
    expect({ code, stdout }).toEqual({ code: 0, stdout: said });
    expect(requests.filter((each) => each === file)).toHaveLength(2);
  },
  RUN_MS,
);

it.concurrent(
  "lookup.mjs ends when there is no response",
  async () => {
    const files = { "lookup.mjs": recipe("lookup.mjs", `${base}/silent/once`) };
    const ended = await withFiles(files, (at) => runProgram(process.execPath, ["lookup.mjs"], at));
    expect(ended.code).toBe(1);
    expect(ended.stdout + ended.stderr).toMatch(/time/i);
  },
  RUN_MS,
);
