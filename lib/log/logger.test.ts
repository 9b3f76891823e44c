import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLogger } from "./logger.ts";
import { anyUnit } from "../../testing/seed.ts";

/** A logger and the lines it has written. */
function createTestLogger(level = "info") {
  const lines: string[] = [];
  const logger = createLogger({ level, destination: { write: (line) => void lines.push(line) } });
  return { logger, lines };
}

/** Ranges of code points that must be escaped in a line. The line break at its end is separate. */
const FORBIDDEN = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x61c, 0x61c],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
  [0xfeff, 0xfeff],
  [0xe0001, 0xe007f],
] as const;

function forbiddenIn(line = "\n"): string[] {
  expect(line.endsWith("\n")).toBe(true);
  return Array.from(line.slice(0, -1)).filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    return FORBIDDEN.some(([first, last]) => code >= first && code <= last);
  });
}

const hostile = [
  "line\nbreak\r\n",
  "\u001b[31mred\u001b[0m\u0007",
  "\u009b31m\u007f",
  "\u202egnp.exe\u2066\u2069\u061c",
  "a\u2028b\u2029c\ufeff",
  'quote"}\n{"level":60,"msg":"forged"}',
  "\ud800 half a pair",
  "tag \u{e0041}\u{e0001}",
];

describe("createLogger", () => {
  it.each(hostile)("writes %j as one printable line that parses to the same text", (text) => {
    const { logger, lines } = createTestLogger();
    logger.warn({ text, err: new Error(text) }, text);
    expect(lines).toHaveLength(1);
    const [line = ""] = lines;
    expect(forbiddenIn(line)).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({ text, msg: text, err: { message: text } });
  });

  it("writes any text as one printable line", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyUnit, maxLength: 200 }), (text) => {
        const { logger, lines } = createTestLogger();
        logger.info({ text }, text);
        expect(lines).toHaveLength(1);
        expect(forbiddenIn(lines[0])).toEqual([]);
        expect(JSON.parse(lines[0] ?? "")).toMatchObject({ text, msg: text });
      }),
    );
  });

  it("cuts texts to 256 characters, and a stack to 4,096", () => {
    const { logger, lines } = createTestLogger();
    const long = "x".repeat(10_000);
    logger.error({ text: long, err: new Error(long) }, long);
    logger.error(long);
    const [withFields, alone] = lines.map((line) => JSON.parse(line) as Record<string, string>);
    expect(withFields).toMatchObject({
      text: `${"x".repeat(255)}…`,
      msg: `${"x".repeat(255)}…`,
      err: { message: `${"x".repeat(255)}…`, stack: expect.stringMatching(/^.{4095}…$/) as string },
    });
    expect(alone?.["msg"]).toBe(`${"x".repeat(255)}…`);
  });

  it("logs the standard fields of an error, not those that libraries add", () => {
    const { logger, lines } = createTestLogger();
    const socket = { remoteAddress: "203.0.113.77" };
    const below = Object.assign(new TypeError("below"), { code: "ECONNRESET", socket });
    logger.error({ err: new Error("above", { cause: below }) }, "Broken");
    expect(lines[0]).not.toContain("203.0.113.77");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      err: { type: "Error", message: "above", cause: { type: "TypeError", code: "ECONNRESET" } },
    });
  });
});
