import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../testing/providers.ts";
import { sent, type Sent } from "./operation.fixture.ts";
import { OPERATIONS } from "./operations.fixture.ts";
import { useFakeProviders } from "./fake-providers.fixture.ts";

const request = useFakeProviders();

/** Responses by which no provider means "there is none", unless they are documented for it. */
const VAGUE_BODIES = [
  '{"error":"rate limited"}',
  '{"success":false}',
  '{"success":true}',
  '{"data":{}}',
  '{"data":null}',
  '{"message":"Internal Server Error"}',
  '{"message":"not found"}',
  '{"code":404}',
  '{"status":404,"error":"Not Found"}',
  '{"id":null}',
  '{"R0":"ref"}',
  '{"message":"Bad Request"}',
  '{"__proto__":{}}',
  "{}",
  "[]",
  "[{}]",
  "[null]",
  "null",
  '""',
  "",
  " ",
  "undefined",
];
const VAGUE: readonly Sent[] = [
  sent(400, "{}"),
  sent(404, "{}"),
  sent(200, "{}", "text/plain"),
  sent(404, "<html>404</html>", "text/html"),
  sent(404, "Not Found", "text/plain"),
  sent(204, ""),
  sent(204, "{}"),
  sent(202, "{}"),
  sent(206, "{}"),
  sent(410, "{}"),
];

const FAILURE = /^(bad-response|mismatch|unknown-here|error|throttled)$/;

const title = ({ status, body, type = "" }: Sent) => `${status} ${type} ${body}`;

describe.each(OPERATIONS)("$name", (operation) => {
  const { found, none, nearMisses, value } = operation;

  /** The responses that lead to something else than they should. */
  async function unlike(expected: RegExp, responses: readonly Sent[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const said of responses) {
      const outcome = await outcomeOf(request(operation, said));
      if (!expected.test(outcome)) wrong.push(`${title(said)} → ${outcome}`);
    }
    return wrong;
  }

  it("finds the player in the response, in any spelling of the JSON", async () => {
    expect(await request(operation, found)).toEqual(value);
    const pretty = JSON.stringify(JSON.parse(found.body), null, 2).replaceAll('":', '" :');
    expect(await request(operation, { ...found, body: `\n${pretty}\n` })).toEqual(value);
  });

  it("finds none after each response that is documented so", async () => {
    expect(await unlike(/^answered null$/, none)).toEqual([]);
  });

  it("fails after what only looks like that, and after anything vague", async () => {
    const documented = new Set(none.map(title));
    // Other statuses mean nothing to it, whatever the body is.
    const read = new Set([200, ...none.map(({ status }) => status)]);
    const bodies = [...read].flatMap((status) => VAGUE_BODIES.map((body) => sent(status, body)));
    const vague = [...bodies, ...VAGUE].filter((said) => !documented.has(title(said)));
    expect(await unlike(FAILURE, [...nearMisses, ...vague])).toEqual([]);
  });
});
