import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it } from "vitest";
import { endpoints } from "../../contract/endpoints.ts";
import { runnableLanguages, runSample } from "../../testing/sample-runtimes.ts";
import { hostileValues } from "./hostile-values.ts";
import { sampleCode } from "./samples.ts";

/** TypeScript refuses to compile most of them, which is its use. */
const languages = runnableLanguages(process.env["CI"] === "true").filter(
  (language) => language !== "typescript",
);
const PICTURE = "a picture";

const head = endpoints.find(({ id }) => id === "getHead");
const names = Object.keys(head?.query.shape ?? {});

/** The hostile values, as many to a request as the endpoint has parameters. */
const queries = Array.from({ length: Math.ceil(hostileValues.length / names.length) }, (_, at) => {
  const values = hostileValues.slice(at * names.length, (at + 1) * names.length);
  return Object.fromEntries(values.map((value, index) => [names[index] ?? "", value]));
});

/** The queries that a sample sends, as any server decodes them. */
async function sentBy(language: (typeof languages)[number], query: Record<string, string>) {
  const sent: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    sent.push(Object.fromEntries(new URL(request.url ?? "", "http://localhost").searchParams));
    response.end(PICTURE);
  }).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const address = server.address();
    if (head === undefined || address === null || typeof address === "string") throw new Error();
    const baseUrl = `http://127.0.0.1:${address.port}`;
    const outcome = await runSample(language, sampleCode(head, language, { baseUrl, query }));
    return { sent, ...outcome };
  } finally {
    server.close();
  }
}

it.concurrent.each(languages.flatMap((language) => queries.map((query) => ({ language, query }))))(
  "sends hostile values as they are: $language, $query",
  async ({ language, query }) => {
    const { code, stdout, stderr, sent, files } = await sentBy(language, query);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(sent).toEqual([query]);
    expect([...files.values()].map(String)).toEqual([PICTURE]);
  },
  60_000,
);
