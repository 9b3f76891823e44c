import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../testing/providers.ts";
import { sent, type Sent } from "./operation.fixture.ts";
import { OPERATIONS } from "./operations.fixture.ts";
import { useFakeProviders } from "./fake-providers.fixture.ts";

const request = useFakeProviders();

/** What no provider means by "there is none", unless it is documented for it. */
const VAGUE: readonly Sent[] = [
  ...[
    '{"error":"rate limited"}',
    '{"success":false}',
    '{"success":true}',
    '{"data":{}}',
    '{"data":null}',
    '{"R0":"ref"}',
    '{"message":"Internal Server Error"}',
    '{"message":"not found"}',
    '{"code":404}',
    '{"status":404,"error":"Not Found"}',
    '{"id":null}',
    '{"":""}',
    '{"__proto__":{}}',
    "{}",
    "[]",
    "[{}]",
    "[null]",
    "[[]]",
    "null",
    "true",
    "false",
    "0",
    '""',
    '"not found"',
    "",
    " ",
    "undefined",
  ].flatMap((body) => [sent(200, body), sent(400, body), sent(404, body)]),
  sent(200, "{}", "text/plain"),
  sent(404, "<html>404</html>", "text/html"),
  sent(404, "Not Found", "text/plain"),
  sent(204, ""),
  sent(204, "{}"),
  sent(202, "{}"),
  sent(206, "{}"),
  sent(410, "{}"),
];

const title = ({ status, body, type = "" }: Sent) => `${status} ${type} ${body}`;

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  "%s",
  (_, operation) => {
    const { found, none, nearMisses, value } = operation;
    const documented = new Set(none.map(title));
    const vague = VAGUE.filter((said) => !documented.has(title(said)));

    it("finds the player in the response, in any spelling of the JSON", async () => {
      expect(await request(operation, found)).toEqual(value);
      const pretty = JSON.stringify(JSON.parse(found.body), null, 2).replaceAll('":', '" :');
      expect(await request(operation, { ...found, body: `\n${pretty}\n` })).toEqual(value);
    });

    it.each(none.map((said) => [title(said), said]))("finds none after %s", async (__, said) => {
      expect(await request(operation, said)).toBe(null);
    });

    it.each([...nearMisses, ...vague].map((said) => [title(said), said]))(
      "fails after %s",
      async (__, said) => {
        expect(await outcomeOf(request(operation, said))).toMatch(
          /^(bad-response|mismatch|unknown-here|error|throttled)$/,
        );
      },
    );
  },
);
