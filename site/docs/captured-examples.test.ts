import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { format } from "prettier";
import { afterEach, expect, it, vi } from "vitest";
import { capture, everyScenario, headersOfAll } from "./captured-examples.fixture.ts";

const FILE = path.resolve(import.meta.dirname, "../../lib/contract/captured-examples.json");
const STARTED = new Date("2026-09-30T18:04:12.000Z");

afterEach(() => {
  vi.useRealTimers();
});

it("matches every example of the documentation with the service's response", async () => {
  const responses: Record<string, Record<string, object>> = {};
  const examples: typeof responses = {};
  for (const [id, scenarios] of everyScenario()) {
    for (const [name, scenario] of Object.entries(scenarios)) {
      // The refresh limit has its own clock. Provider limits need the real one to run.
      const toFake: ("Date" | "performance")[] =
        name === "RATE_LIMITED" ? ["Date", "performance"] : ["Date"];
      vi.useFakeTimers({ toFake, now: STARTED });
      const { request, ...response } = await capture(scenario, (seconds) =>
        vi.advanceTimersByTime(seconds * 1_000),
      );
      vi.useRealTimers();
      const sameAs = Object.keys(responses).find((other) =>
        isDeepStrictEqual(responses[other]?.[name], response),
      );
      responses[id] = { ...responses[id], [name]: response };
      const stored = sameAs === undefined ? { request, ...response } : { request, sameAs };
      examples[id] = { ...examples[id], [name]: stored };
    }
  }
  const json = JSON.stringify({ headers: headersOfAll, examples });
  const tidy = await format(json, { parser: "json", printWidth: 100 });
  await expect(tidy).toMatchFileSnapshot(FILE);
}, 180_000);
