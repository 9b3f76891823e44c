import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { floodgateOf, keyOf, often, oneOf } from "./identifiers.fixture.ts";
import {
  XUID_MAX,
  XUID_MIN,
  dashed,
  identifierKey,
  isJavaName,
  isTextureHash,
  isXuid,
  nameKey,
  parseGamertag,
  parseIdentifier,
  readingsOf,
} from "./identifiers.ts";

/** The same letters in random case. */
const recased = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) =>
      Array.from(text, (c, at) => (upper[at] ? c.toUpperCase() : c.toLowerCase())).join(""),
    );
const spaces = fc.integer({ min: 0, max: 9 }).map((count) => " ".repeat(count));
const padded = (spelling: fc.Arbitrary<string>) =>
  fc.tuple(spaces, spelling, spaces).map((parts) => parts.join(""));

describe("identifierKey gives all spellings of one player one key", () => {
  it("of a Java UUID", () => {
    const player = fc.stringMatching(/^[1-9a-f][0-9a-f]{11}4[0-9a-f]{19}$/);
    const spelled = player.chain((uuid) =>
      fc.tuple(
        fc.constant(uuid),
        padded(fc.constantFrom(uuid, dashed(uuid)).chain((text) => recased(text))),
      ),
    );
    fc.assert(
      fc.property(spelled, ([uuid, spelling]) => {
        expect(keyOf(spelling)).toBe(`java:${uuid}`);
      }),
      often,
    );
  });

  it("of an XUID and its Floodgate UUID", () => {
    const player = fc.bigInt({ min: XUID_MIN, max: XUID_MAX }).map(String);
    const spelled = player.chain((digits) => {
      const uuid = floodgateOf(digits);
      const hex = `0x${uuid.slice(-17).replace("-", "")}`;
      const texts = fc.constantFrom(digits, hex, uuid, uuid.replaceAll("-", ""));
      return fc.tuple(fc.constant(digits), padded(texts.chain((text) => recased(text))));
    });
    fc.assert(
      fc.property(spelled, ([digits, spelling]) => {
        expect(parseIdentifier(spelling)).toEqual({ kind: "xuid", xuid: digits });
        expect(keyOf(spelling)).toBe(`bedrock:${digits}`);
      }),
      often,
    );
  });

  it("of an XUID that may be a Java name, whose readings are that name and the XUID", () => {
    const player = fc.bigInt({ min: XUID_MIN, max: XUID_MAX }).map(String);
    const spelled = player.chain((digits) => {
      const hex = floodgateOf(digits).slice(-17).replace("-", "");
      const texts = fc.constantFrom(hex, `0x${hex.slice(2)}`, `0x${hex.slice(3)}`);
      return fc.tuple(fc.constant(digits), padded(texts.chain((text) => recased(text))));
    });
    fc.assert(
      fc.property(spelled, ([digits, spelling]) => {
        const name = spelling.trim();
        const identifier = parseIdentifier(spelling) ?? expect.fail("it was refused");
        expect(readingsOf(identifier)).toEqual([
          { kind: "name", javaName: name, gamertag: null, prefixed: false },
          { kind: "xuid", xuid: digits },
        ]);
        expect(keyOf(spelling)).toBe(`name:${name.toLowerCase()}/`);
      }),
      often,
    );
  });

  it("and every other value has one reading, itself", () => {
    const text = fc.string({ unit: oneOf("09afX_ .*-#1é"), maxLength: 17 });
    fc.assert(
      fc.property(text, (given) => {
        const identifier = parseIdentifier(given);
        if (identifier === null || (identifier.kind === "name" && identifier.xuid)) return;
        expect(readingsOf(identifier)).toEqual([identifier]);
      }),
      often,
    );
  });

  it("of a Java name", () => {
    const spelled = padded(recased("lantern_lou"));
    fc.assert(
      fc.property(spelled, (spelling) => {
        expect(keyOf(spelling)).toBe("name:lantern_lou/lantern lou");
      }),
      often,
    );
  });

  it("of a gamertag", () => {
    // With at least one space, so that it can be no Java name.
    const gap = fc
      .tuple(fc.stringMatching(/^[ _]{0,6}$/), fc.stringMatching(/^[ _]{0,6}$/))
      .map(([left, right]) => `${left} ${right}`);
    const first = fc.constantFrom("e\u0301clair", "\u00E9clair").chain((text) => recased(text));
    const spelled = fc
      .tuple(oneOf(".*!+~#% "), first, gap, recased("lou"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(padded(spelled), (spelling) => {
        expect(keyOf(spelling)).toBe("name:/\u00E9clair lou");
      }),
      often,
    );
  });

  it("of a name after a prefix of letters", () => {
    const rules = { anyName: false, bedrockPrefix: "BE_" };
    fc.assert(
      fc.property(padded(recased("be_lou")), (spelling) => {
        const identifier = parseIdentifier(spelling, rules);
        expect(identifier && identifierKey(identifier)).toBe("name:be_lou/lou");
      }),
      often,
    );
  });

  it("and never two players the same", () => {
    const text = fc.string({ unit: oneOf("aAbB_ .*+-#1é"), maxLength: 4 });
    const rules = fc.constantFrom({ anyName: false }, { anyName: false, bedrockPrefix: "a_" });
    fc.assert(
      fc.property(text, text, rules, (one, other, own) => {
        const [a, b] = [parseIdentifier(one, own), parseIdentifier(other, own)];
        if (a?.kind !== "name" || b?.kind !== "name") return;
        const same =
          a.javaName?.toLowerCase() === b.javaName?.toLowerCase() &&
          a.gamertag?.toLowerCase() === b.gamertag?.toLowerCase();
        expect(identifierKey(a) === identifierKey(b)).toBe(same);
      }),
      often,
    );
  });

  it.each([
    ["00000000-0000-0000-0000-000000000000", "impossible:00000000000000000000000000000000"],
    ["B50AD385-829D-3141-A216-7E7D7539BA7F", "impossible:b50ad385829d3141a2167e7d7539ba7f"],
    [".Flow", "name:.flow/flow"],
    ["Flow", "name:flow/flow"],
    ["glenn-stroek", "name:glenn-stroek/"],
    ["Name#1234", "name:/name1234"],
  ])("%j is %s", (text, key) => {
    expect(keyOf(text)).toBe(key);
  });
});

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
    ["NUL", "\0"],
    ["DEL", "\x7F"],
    ["NEL", "\u0085"],
    ["a soft hyphen", "\u00AD"],
    ["a left-to-right mark", "\u200E"],
    ["a right-to-left mark", "\u200F"],
    ["an Arabic letter mark", "\u061C"],
    ["a right-to-left override", "\u202E"],
    ["a right-to-left isolate", "\u2067"],
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

  it.each([
    ["a no-break space", "\u00A0"],
    ["an ideographic space", "\u3000"],
    ["a tab", "\t"],
    ["a line feed", "\n"],
    ["a carriage return", "\r"],
    ["a line separator", "\u2028"],
    ["a zero-width space", "\u200B"],
    ["a zero-width non-joiner", "\u200C"],
    ["a zero-width joiner", "\u200D"],
    ["a word joiner", "\u2060"],
    ["a byte order mark", "\uFEFF"],
  ])("%s within a name, which it is no part of around one", (_, character) => {
    expect(parseIdentifier(character)).toBeNull();
    expect(parseIdentifier(`Lo${character}u`)).toBeNull();
    expect(parseIdentifier(`Lantern ${character}Lou`)).toBeNull();
    const around = character.repeat(3);
    expect(parseIdentifier(`${around} Lou ${around}`)).toEqual(parseIdentifier("Lou"));
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
      if (gamertag !== null && /^[\0-\x7F]*$/.test(nameKey(gamertag))) {
        mistaken.push(code.toString(16));
      }
    }
    expect(mistaken).toEqual([]);
  });

  it("takes no character for a prefix with which a name may begin, but the dot of old Java names", () => {
    const mistaken: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      const identifier = parseIdentifier(`${character}Lou`);
      if (identifier?.kind !== "name") continue;
      const { javaName, gamertag, prefixed } = identifier;
      const isName = javaName !== null || parseGamertag(`${character}Lou`) !== null;
      if (isName === prefixed && character !== ".") mistaken.push(code.toString(16));
      if (prefixed && gamertag !== "Lou") mistaken.push(code.toString(16));
    }
    expect(mistaken).toEqual([]);
  });

  it("takes nothing but ASCII for a Java name", () => {
    const unit = oneOf("aK_.-7 \n\t\0\u212A\u017F\u00A0Ａé");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 4 }), (text) => {
        const identifier = parseIdentifier(text);
        const javaName = identifier?.kind === "name" ? identifier.javaName : null;
        const value = text.trim();
        const isOne = /^[aK_.7-]+$/.test(value) && /[aK_7]/.test(value);
        expect(javaName).toBe(isOne ? value : null);
      }),
      often,
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
        expect(lower === null ? null : nameKey(lower)).toBe(nameKey(gamertag));
      }),
      { examples: [["J\u030C"], ["\u01F0"], ["E\u0301"]] },
    );
  });
});
