import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endpoints, type Endpoint } from "../../contract/endpoints.ts";
import { hostileValues } from "./hostile-values.fixture.ts";
import { sampleCode } from "./samples.ts";
import {
  csharpString,
  goString,
  javascriptString,
  javaString,
  phpString,
  pythonString,
  shellString,
} from "./string-literals.ts";

const baseUrl = "https://nametag.example";
const text = fc.oneof(
  fc.constantFrom(...hostileValues),
  fc.string({ unit: "binary" }),
  fc
    .array(fc.constantFrom("\u202e", "😀", ...`"'\\\`$%{}<>/!?\n\r\tuUx0a `.split("")))
    .map((all) => all.join("")),
);

const CSHARP_SHORT = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

const CSHARP_ESCAPE = /\\u(?<unit>[0-9A-Fa-f]{4})|\\U(?<code>[0-9A-Fa-f]{8})|\\(?<short>.)/gsu;

/** Reads a regular string literal as the C# specification says; throws where it is none. */
function readCsharp(literal: string): string {
  if (!/^"(?:[^"\\\r\n\u0085\u2028\u2029]|\\.)*"$/su.test(literal)) throw new Error(literal);
  const inner = literal.slice(1, -1);
  return [...inner.matchAll(CSHARP_ESCAPE)].reduceRight((read, { 0: escape, index, groups }) => {
    const code = groups?.["unit"] ?? groups?.["code"];
    const meant =
      code === undefined
        ? CSHARP_SHORT.get(groups?.["short"] ?? "")
        : String.fromCodePoint(Number.parseInt(code, 16));
    if (meant === undefined) throw new Error(`${escape} is no escape`);
    return read.slice(0, index) + meant + read.slice(index + escape.length);
  }, inner);
}

describe("a text in code", () => {
  it("is read by JavaScript as it was", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(runInNewContext(javascriptString(value))).toBe(value);
      }),
    );
  });

  it("is read by C# as it was", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(readCsharp(csharpString(value))).toBe(value);
      }),
    );
  });

  it("neither ends nor begins a part of a page that it is pasted into", () => {
    expect(javascriptString("</script><!--<b>")).toBe('"\\x3C/script>\\x3C!--<b>"');
  });

  it.each([javascriptString, csharpString, goString, pythonString, phpString, javaString])(
    "shows what could not be seen, in one line: %o",
    (write) => {
      fc.assert(
        fc.property(text, (value) => {
          expect(write(value)).toMatch(/^[^\p{C}\p{Zl}\p{Zp}\t\u00a0\u3000]*$/u);
        }),
      );
    },
  );

  it("is ASCII for Java, without an escape that would end the line or the string", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(javaString(value)).toMatch(/^[ -~]*$/);
        expect(javaString(value).replaceAll("\\\\", "")).not.toMatch(/\\u00(?:0[ad]|22|5c)/i);
      }),
    );
  });

  it.each([
    ["Lantern_Lou", "'Lantern_Lou'"],
    ["$x {$x}", "'$x {$x}'"],
    ["it's $x", '"it\'s \\$x"'],
  ])("is in PHP's single quotes where it can be: %s", (value, written) => {
    expect(phpString(value)).toBe(written);
  });

  it("is in single quotes for a shell", () => {
    expect(shellString("it's $HOME\\")).toBe("'it'\\''s $HOME\\'");
  });
});

describe("hostile values in a sample that no test runs", () => {
  const head: Endpoint | undefined = endpoints.find(({ id }) => id === "getHead");
  const names = Object.keys(head?.query.shape ?? {});

  function sampleOf(language: "csharp" | "typescript", value: string): string {
    const query = Object.fromEntries(names.map((name) => [name, value]));
    return head === undefined ? "" : sampleCode(head, language, { baseUrl, query });
  }

  it.each(hostileValues)("leave the rest of the C# as it is: %j", (value) => {
    const code = sampleOf("csharp", value);
    const entries = [...code.matchAll(/^ {4}\["(\w+)"\] = (".*"),$/gm)];
    expect(entries.map(([, name]) => name)).toEqual(names);
    for (const [, , literal = ""] of entries) expect(readCsharp(literal)).toBe(value);
    expect(code.split("\n")).toHaveLength(sampleOf("csharp", "a").split("\n").length);
  });

  it.each(hostileValues)("leave the rest of the TypeScript as it is: %j", (value) => {
    const argument = /const query = (\{.*?\n\}) as const;\n/s.exec(
      sampleOf("typescript", value),
    )?.[1];
    expect(runInNewContext(`(${argument})`)).toEqual(
      Object.fromEntries(names.map((name) => [name, value])),
    );
  });
});
