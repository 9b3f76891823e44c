import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endpointOf } from "../../contract/endpoints.ts";
import { hostileValues } from "./hostile-values.fixture.ts";
import { sampleCode } from "./samples.ts";
import {
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

describe("a text in code", () => {
  it("is read unchanged by JavaScript", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(runInNewContext(javascriptString(value))).toBe(value);
      }),
    );
  });

  it("neither ends nor begins an HTML element that it is pasted into", () => {
    expect(javascriptString("</script><!--<b>")).toBe('"\\x3C/script>\\x3C!--<b>"');
  });

  it.each([javascriptString, goString, pythonString, phpString, javaString])(
    "shows invisible characters, in one line: %o",
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
  ])("is in single quotes in PHP where possible: %s", (value, written) => {
    expect(phpString(value)).toBe(written);
  });

  it("is in single quotes for a shell", () => {
    expect(shellString("it's $HOME\\")).toBe("'it'\\''s $HOME\\'");
  });
});

describe("hostile values in a sample that no test runs", () => {
  const head = endpointOf("getHead");
  const names = Object.keys(head.query.shape);

  it.each(hostileValues)("leave the rest of the TypeScript as it is: %j", (value) => {
    const query = Object.fromEntries(names.map((name) => [name, value]));
    const argument = /const query = (\{.*?\n\}) as const;\n/s.exec(
      sampleCode(head, "typescript", { baseUrl, query }),
    )?.[1];
    expect(runInNewContext(`(${argument})`)).toEqual(query);
  });
});
