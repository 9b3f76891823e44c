import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOf, oneOf, thousand } from "./identifiers.fixture.ts";
import {
  dashed,
  gamertagKey,
  isJavaName,
  isTextureHash,
  isXuid,
  parseGamertag,
  parseIdentifier,
} from "./identifiers.ts";

describe("parseIdentifier refuses what only looks like a name", () => {
  it.each([
    ["the Kelvin sign", "\u212A"],
    ["the long s", "\u017F"],
    ["a full width letter", "Ａ"],
    ["a full width digit", "７"],
    ["a full width low line", "＿"],
    ["a mathematical letter", "𝐀"],
    ["a script letter", "ℓ"],
    ["a circled letter", "ⓐ"],
    ["a superscript letter", "ᵃ"],
    ["a ligature", "ﬁ"],
    ["a feminine ordinal", "ª"],
    ["a no-break space", "\u00A0"],
    ["an ideographic space", "\u3000"],
    ["NUL", "\0"],
    ["a tab", "\t"],
    ["a line feed", "\n"],
    ["a carriage return", "\r"],
    ["DEL", "\x7F"],
    ["NEL", "\u0085"],
    ["a line separator", "\u2028"],
    ["a soft hyphen", "\u00AD"],
    ["a left-to-right mark", "\u200E"],
    ["a right-to-left mark", "\u200F"],
    ["an Arabic letter mark", "\u061C"],
    ["a right-to-left override", "\u202E"],
    ["a right-to-left isolate", "\u2067"],
    ["a zero-width space", "\u200B"],
    ["a zero-width non-joiner", "\u200C"],
    ["a zero-width joiner", "\u200D"],
    ["a word joiner", "\u2060"],
    ["a byte order mark", "\uFEFF"],
    ["a grapheme joiner", "\u034F"],
    ["a variation selector", "\uFE0F"],
    ["a supplementary variation selector", "\u{E0100}"],
    ["a tag letter", "\u{E0041}"],
    ["a Hangul filler", "\u3164"],
    ["a Hangul choseong filler", "\u115F"],
    ["half a pair, high", "\uD83D"],
    ["half a pair, low", "\uDE00"],
    ["a replacement character", "\uFFFD"],
    ["a noncharacter", "\uFFFF"],
    ["a private character", "\uE000"],
  ])("%s, wherever it stands", (_, character) => {
    expect(parseIdentifier(character)).toBeNull();
    expect(parseIdentifier(`${character}Lou`)).toBeNull();
    expect(parseIdentifier(`Lo${character}u`)).toBeNull();
    expect(parseIdentifier(`Lou${character}`)).toBeNull();
    expect(parseIdentifier(`Lantern ${character}Lou`)).toBeNull();
  });

  it("keeps a Cyrillic letter as a gamertag of its own, never the Latin one", () => {
    expect(parseIdentifier("L\u0430ntern")).toEqual({
      kind: "name",
      javaName: null,
      gamertag: "L\u0430ntern",
      prefixed: false,
    });
    expect(keyOf("L\u0430ntern")).toBe("name:/l\u0430ntern");
    expect(keyOf("Lantern")).toBe("name:lantern/lantern");
  });

  it("reads no character of Unicode as an ASCII one", () => {
    const mistaken: string[] = [];
    for (let code = 0x80; code <= 0x10ffff; code++) {
      const gamertag = parseGamertag(`x${String.fromCodePoint(code)}`);
      if (gamertag !== null && /^[\0-\x7F]*$/.test(gamertagKey(gamertag))) {
        mistaken.push(code.toString(16));
      }
    }
    expect(mistaken).toEqual([]);
  });

  it("takes nothing but ASCII for a Java name", () => {
    const unit = oneOf("aK_.-7 \n\t\0\u212A\u017F\u00A0Ａé");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 4 }), (text) => {
        const identifier = parseIdentifier(text);
        const javaName = identifier?.kind === "name" ? identifier.javaName : null;
        const value = text.replace(/^ +| +$/g, "");
        const isOne = /^[aK_.7-]+$/.test(value) && /[aK_7]/.test(value);
        expect(javaName).toBe(isOne ? value : null);
      }),
      thousand,
    );
  });
});

describe("parseIdentifier stands any text", () => {
  it.each([
    ["letters", "a".repeat(65_536)],
    ["dashes", "-".repeat(65_536)],
    ["spaces", " ".repeat(65_536)],
    ["a name far from its end", `a${" ".repeat(65_536)}b`],
    ["signs", "#1".repeat(32_768)],
    ["marks out of order", `a${"\u0301\u0316".repeat(32_768)}`],
    ["halves of pairs", "\uD800".repeat(65_536)],
    ["zeros", "0".repeat(65_536)],
  ])("refuses 64 kB of %s", (_, text) => {
    expect(parseIdentifier(text)).toBeNull();
    expect(parseGamertag(text)).toBeNull();
    expect(isJavaName(text)).toBe(false);
    expect(isXuid(text)).toBe(false);
    expect(isTextureHash(text)).toBe(false);
    expect(dashed(text)).toBe(text);
  });

  it("reads its own spelling of a gamertag back", () => {
    const text = fc.string({ unit: oneOf("aÉ\u0301ǰJ\u030Cß_ .#17Ως"), maxLength: 9 });
    fc.assert(
      fc.property(text, (given) => {
        const gamertag = parseGamertag(given);
        if (gamertag === null) return;
        expect(parseGamertag(gamertag)).toBe(gamertag);
        const lower = parseGamertag(gamertag.toLowerCase());
        expect(lower === null ? null : gamertagKey(lower)).toBe(gamertagKey(gamertag));
      }),
      { examples: [["J\u030C"], ["\u01F0"], ["E\u0301"]] },
    );
  });
});
