import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it } from "vitest";
import { z } from "zod";
import { endpoints, type Endpoint } from "../../contract/endpoints.ts";
import { runnableLanguages, runSample } from "../../testing/sample-runtimes.ts";
import { hostileValues } from "./hostile-values.fixture.ts";
import { sampleCode } from "./samples.ts";

/** TypeScript refuses to compile most of them, which is its use. */
const languages = runnableLanguages(process.env["CI"] === "true").filter(
  (language) => language !== "typescript",
);
const PICTURE = "a picture";

const head = endpoints.find(({ id }) => id === "getHead");
const names = Object.keys(head?.query.shape ?? {});

/** All hostile values; what the endpoint has no parameter for, an invented one takes. */
const query = Object.fromEntries(
  hostileValues.map((value, at) => [names[at] ?? `invented_${at}`, value]),
);
const invented = Object.keys(query).slice(names.length);
const endpoint: Endpoint | undefined = head && {
  ...head,
  query: head.query.extend(Object.fromEntries(invented.map((name) => [name, z.string()]))),
};

/** The queries that a sample sends, as any server decodes them. */
async function sentBy(language: (typeof languages)[number]) {
  const sent: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    sent.push(Object.fromEntries(new URL(request.url ?? "", "http://localhost").searchParams));
    response.end(PICTURE);
  }).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const address = server.address();
    if (endpoint === undefined || address === null || typeof address === "string")
      throw new Error();
    const baseUrl = `http://127.0.0.1:${address.port}`;
    const outcome = await runSample(language, sampleCode(endpoint, language, { baseUrl, query }));
    return { sent, ...outcome };
  } finally {
    server.close();
  }
}

it.concurrent.each(languages)(
  "sends hostile values as they are: %s",
  async (language) => {
    const { code, stdout, stderr, sent, files } = await sentBy(language);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(sent).toEqual([query]);
    expect(Object.values(query)).toEqual(hostileValues);
    expect([...files.values()].map(String)).toEqual([PICTURE]);
  },
  60_000,
);
