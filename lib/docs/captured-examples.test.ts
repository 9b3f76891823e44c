import path from "node:path";
import { format } from "prettier";
import { afterEach, expect, it, vi } from "vitest";
import type { CapturedResponse } from "../contract/captured-examples.ts";
import { capture, everyScenario } from "./captured-examples.fixture.ts";

const FILE = path.resolve(import.meta.dirname, "../contract/captured-examples.ts");

const HEAD = `/*
 * Real responses of the service on the sandbox, for the documentation and OpenAPI. Do not edit:
 * \`npm run examples\` writes this file, and a test compares it with what the service sends.
 */

/** A response as it was sent. */
export interface CapturedResponse {
  /** As in \`GET /api?username=Lantern_Lou\`. */
  request: string;
  status: number;
  /** Those of the contract, \`Content-Type\` first. */
  headers: Readonly<Record<string, string>>;
  /** Undefined when it is no JSON. */
  body?: object;
}
`;

const STARTED = new Date("2026-09-30T18:04:12.000Z");

afterEach(() => {
  vi.useRealTimers();
});

it("matches every example of the documentation with the service's response", async () => {
  const captured: Record<string, Record<string, CapturedResponse>> = {};
  for (const [id, scenarios] of everyScenario()) {
    const responses: Record<string, CapturedResponse> = {};
    for (const [name, scenario] of Object.entries(scenarios)) {
      // The refresh limit has its own clock. Provider limits need the real one to run.
      const toFake: ("Date" | "performance")[] =
        name === "RATE_LIMITED" ? ["Date", "performance"] : ["Date"];
      vi.useFakeTimers({ toFake, now: STARTED });
      responses[name] = await capture(scenario, (seconds) =>
        vi.advanceTimersByTime(seconds * 1_000),
      );
      vi.useRealTimers();
    }
    captured[id] = responses;
  }
  const source = `${HEAD}
/** By the id of the endpoint and the name of the example; \`anywhere\` belongs to no endpoint. */
export const capturedExamples = ${JSON.stringify(captured)} as const;
`;
  const tidy = await format(source, { parser: "typescript", printWidth: 100 });
  await expect(tidy).toMatchFileSnapshot(FILE);
}, 180_000);
