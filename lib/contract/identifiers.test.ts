import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dashed,
  floodgateUuid,
  gamertagKey,
  identifierKey,
  isJavaName,
  isTextureHash,
  isXuid,
  parseGamertag,
  parseIdentifier,
  XUID_MAX,
  XUID_MIN,
} from "./identifiers.ts";

const javaOnly = (name: string) => ({
  kind: "name",
  javaName: name,
  gamertag: null,
  prefixed: false,
});
const both = (name: string, gamertag = name) => ({ ...javaOnly(name), gamertag });
const bedrockOnly = (gamertag: string) => ({ ...javaOnly(""), javaName: null, gamertag });
const xuid = (digits: string) => ({ kind: "xuid", xuid: digits });
const javaUuid = (uuid: string) => ({ kind: "java-uuid", uuid });
const nobody = (id: string) => ({ kind: "nobody", id });

function keyOf(text: string): string {
  const identifier = parseIdentifier(text);
  return identifier === null ? `refused: ${JSON.stringify(text)}` : identifierKey(identifier);
}

function floodgateOf(digits: string): string {
  if (!isXuid(digits)) throw new TypeError(`${digits} is no XUID`);
  return floodgateUuid(digits);
}

const oneOf = (characters: string) => fc.constantFrom(...Array.from(characters));
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
const thousand = { numRuns: 1000 };

describe("parseIdentifier reads UUIDs and XUIDs", () => {
  const plain = "5d1f7c3a9b2e4f60a8d4c7e2b1903f56";

  it.each([
    [plain, javaUuid(plain)],
    ["5d1f7c3a-9b2e-4f60-a8d4-c7e2b1903f56", javaUuid(plain)],
    ["5D1F7C3A-9B2E-4F60-A8D4-C7E2B1903F56", javaUuid(plain)],
    [` ${plain.toUpperCase()}  `, javaUuid(plain)],
    // NPC plugins give version 2; only version 3 is known to be nobody.
    ["5d1f7c3a9b2e2f60a8d4c7e2b1903f56", javaUuid("5d1f7c3a9b2e2f60a8d4c7e2b1903f56")],
    ["2535432196048835", xuid("2535432196048835")],
    [" 2535432196048835 ", xuid("2535432196048835")],
    ["00000000-0000-0000-0009-01f64f65c7c3", xuid("2535432196048835")],
    ["000000000000000000097BBBBBBBBB23", xuid("2669321029139235")],
    ["2533274818672320", xuid("2533274818672320")],
  ])("%j", (text, identifier) => {
    expect(parseIdentifier(text)).toEqual(identifier);
  });

  it.each([
    ["2533274790395903", javaOnly("2533274790395903")],
    ["2533274790395904", xuid("2533274790395904")],
    ["2814749767106559", xuid("2814749767106559")],
    ["2814749767106560", javaOnly("2814749767106560")],
    ["02535432196048835", javaOnly("02535432196048835")],
    ["00000000000000000008ffffffffffff", nobody("00000000000000000008ffffffffffff")],
    ["00000000-0000-0000-0009-000000000000", xuid("2533274790395904")],
    ["00000000-0000-0000-0009-FFFFFFFFFFFF", xuid("2814749767106559")],
    ["0000000000000000000a000000000000", nobody("0000000000000000000a000000000000")],
    ["0000000000000000ffffffffffffffff", nobody("0000000000000000ffffffffffffffff")],
  ])("at the edge of the range: %j", (text, identifier) => {
    expect(parseIdentifier(text)).toEqual(identifier);
  });

  it.each([
    ["00000000-0000-0000-0000-000000000000", "00000000000000000000000000000000"],
    ["b50ad385-829d-3141-a216-7e7d7539ba7f", "b50ad385829d3141a2167e7d7539ba7f"],
    ["42653081a90e3475b3d63550cdb43f8e", "42653081a90e3475b3d63550cdb43f8e"],
    ["A762F560-4FCE-3236-812A-B80EFFF0B62B", "a762f5604fce3236812ab80efff0b62b"],
  ])("%s is nobody, without asking", (text, id) => {
    expect(parseIdentifier(text)).toEqual(nobody(id));
  });

  it.each([
    plain.slice(1),
    `${plain}0`,
    `${plain.slice(1)}g`,
    "5d1f7c3a9b2e-4f60-a8d4-c7e2b1903f56",
    "5d1f7c3-a9b2e-4f60-a8d4-c7e2b1903f56",
    `{${dashed(plain)}}`,
    `urn:uuid:${dashed(plain)}`,
    `.${plain}`,
    dashed(plain).replaceAll("-", "\u2010"),
    "２５３５４３２１９６０４８８３５",
  ])("%j is refused", (text) => {
    expect(parseIdentifier(text)).toBeNull();
  });
});

describe("parseIdentifier reads names", () => {
  it.each([
    ["a", both("a")],
    ["_", javaOnly("_")],
    ["___", javaOnly("___")],
    ["Lantern_Lou", both("Lantern_Lou", "Lantern Lou")],
    [" Lantern_Lou ", both("Lantern_Lou", "Lantern Lou")],
    ["SixteenLettersXY", both("SixteenLettersXY")],
    ["crazybitingturtle", javaOnly("crazybitingturtle")],
    ["glenn-stroek", javaOnly("glenn-stroek")],
    ["a.b", javaOnly("a.b")],
    ["1234", javaOnly("1234")],
    ["-0", javaOnly("-0")],
    ["TwentyFiveLettersExactlyX", javaOnly("TwentyFiveLettersExactlyX")],
    [".Flow", { ...both(".Flow", "Flow"), prefixed: true }],
    [".Lantern_Lou", { ...both(".Lantern_Lou", "Lantern Lou"), prefixed: true }],
    ["..Flow", javaOnly("..Flow")],
    [".1234", javaOnly(".1234")],
    ["Lantern Lou", bedrockOnly("Lantern Lou")],
    [".Lantern Lou", { ...bedrockOnly("Lantern Lou"), prefixed: true }],
    ["Name#1234", bedrockOnly("Name1234")],
    ["Łucja", bedrockOnly("Łucja")],
    ["灯籠 ルー", bedrockOnly("灯籠 ルー")],
    ["١٢٣", bedrockOnly("١٢٣")],
    ["𠀀".repeat(16), bedrockOnly("𠀀".repeat(16))],
  ])("%j", (text, identifier) => {
    expect(parseIdentifier(text)).toEqual(identifier);
  });

  it.each([
    "",
    " ",
    ".",
    "..",
    "...",
    "-",
    "-.-",
    ". .",
    "../a",
    "a/b",
    "a%20b",
    "a\\b",
    "a'b",
    "<b>",
    "someone@example.com",
    "#1234",
    "Name#",
    "Name#12345",
    "Name#12#34",
    "TwentySixLettersAreTooMany",
    "𠀀".repeat(17),
    "😀",
    "x²",
    "a".repeat(65),
    `${" ".repeat(64)}a`,
  ])("%j is refused", (text) => {
    expect(parseIdentifier(text)).toBeNull();
  });

  it.each([
    ["hasOwnProperty", "name:hasownproperty/hasownproperty"],
    ["__proto__", "name:__proto__/proto"],
    ["constructor", "name:constructor/constructor"],
    ["toString", "name:tostring/tostring"],
    ["then", "name:then/then"],
    ["undefined", "name:undefined/undefined"],
    ["null", "name:null/null"],
    ["true", "name:true/true"],
    ["NaN", "name:nan/nan"],
    ["Infinity", "name:infinity/infinity"],
    ["1E2", "name:1e2/1e2"],
    ["0x0", "name:0x0/0x0"],
    ["CON", "name:con/con"],
    ["AUX", "name:aux/aux"],
    ["NUL", "name:nul/nul"],
    ["COM1", "name:com1/com1"],
  ])("%s is a name like any other", (name, key) => {
    expect(parseIdentifier(name)).toMatchObject({ kind: "name", javaName: name });
    expect(keyOf(name)).toBe(key);
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
    expect(parseIdentifier("L\u0430ntern")).toEqual(bedrockOnly("L\u0430ntern"));
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

describe("parseGamertag", () => {
  it.each([
    ["Lantern Lou", "Lantern Lou"],
    ["Lantern_Lou", "Lantern Lou"],
    ["Lantern__ _Lou", "Lantern Lou"],
    ["_Lantern Lou_", "Lantern Lou"],
    ["Lantern#7", "Lantern7"],
    ["Lantern #7", "Lantern 7"],
    ["E\u0301clair", "\u00C9clair"],
    ["12 34", "12 34"],
    ["FifteenLettersX#1", "FifteenLettersX1"],
  ])("%j is %j", (text, gamertag) => {
    expect(parseGamertag(text)).toBe(gamertag);
  });

  it.each(["", "_", "1234", "12#34", "a-b", "a.b", ".a", "a#", "\u0301", "SeventeenLettersX"])(
    "%j is none",
    (text) => {
      expect(parseGamertag(text)).toBeNull();
    },
  );
});

describe("identifierKey gives a thousand spellings of one player one key", () => {
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
      thousand,
    );
  });

  it("of an XUID and its Floodgate UUID", () => {
    const player = fc.bigInt({ min: XUID_MIN, max: XUID_MAX }).map(String);
    const spelled = player.chain((digits) => {
      const uuid = floodgateOf(digits);
      const texts = fc.constantFrom(digits, uuid, uuid.replaceAll("-", ""));
      return fc.tuple(fc.constant(digits), padded(texts.chain((text) => recased(text))));
    });
    fc.assert(
      fc.property(spelled, ([digits, spelling]) => {
        expect(parseIdentifier(spelling)).toEqual(xuid(digits));
        expect(keyOf(spelling)).toBe(`bedrock:${digits}`);
      }),
      thousand,
    );
  });

  it("of a Java name", () => {
    const spelled = padded(recased("lantern_lou"));
    fc.assert(
      fc.property(spelled, (spelling) => {
        expect(keyOf(spelling)).toBe("name:lantern_lou/lantern lou");
      }),
      thousand,
    );
  });

  it("of a gamertag", () => {
    // With at least one space, so that it can be no Java name.
    const gap = fc
      .tuple(fc.stringMatching(/^[ _]{0,6}$/), fc.stringMatching(/^[ _]{0,6}$/))
      .map(([left, right]) => `${left} ${right}`);
    const first = fc.constantFrom("e\u0301clair", "\u00E9clair").chain((text) => recased(text));
    const spelled = fc
      .tuple(fc.constantFrom("", "."), first, gap, recased("lou"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(padded(spelled), (spelling) => {
        expect(keyOf(spelling)).toBe("name:/\u00E9clair lou");
      }),
      thousand,
    );
  });

  it("and never two players the same", () => {
    const text = fc.string({ unit: oneOf("aAbB_ .-#1é"), maxLength: 4 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [a, b] = [parseIdentifier(one), parseIdentifier(other)];
        if (a?.kind !== "name" || b?.kind !== "name") return;
        const same =
          a.javaName?.toLowerCase() === b.javaName?.toLowerCase() &&
          a.gamertag?.toLowerCase() === b.gamertag?.toLowerCase();
        expect(identifierKey(a) === identifierKey(b)).toBe(same);
      }),
      thousand,
    );
  });

  it.each([
    ["00000000-0000-0000-0000-000000000000", "nobody:00000000000000000000000000000000"],
    ["B50AD385-829D-3141-A216-7E7D7539BA7F", "nobody:b50ad385829d3141a2167e7d7539ba7f"],
    [".Flow", "name:.flow/flow"],
    ["Flow", "name:flow/flow"],
    ["glenn-stroek", "name:glenn-stroek/"],
    ["Name#1234", "name:/name1234"],
  ])("%j is %s", (text, key) => {
    expect(keyOf(text)).toBe(key);
  });
});

describe("floodgateUuid", () => {
  it.each([
    ["2535432196048835", "00000000-0000-0000-0009-01f64f65c7c3"],
    ["2669321029139235", "00000000-0000-0000-0009-7bbbbbbbbb23"],
    ["2533274818672320", "00000000-0000-0000-0009-000001af76c0"],
    ["2533274790395904", "00000000-0000-0000-0009-000000000000"],
    ["2814749767106559", "00000000-0000-0000-0009-ffffffffffff"],
  ])("of %s is %s", (digits, uuid) => {
    expect(floodgateOf(digits)).toBe(uuid);
  });
});

describe("dashed", () => {
  it("writes a UUID as 8-4-4-4-12", () => {
    expect(dashed("5d1f7c3a9b2e4f60a8d4c7e2b1903f56")).toBe("5d1f7c3a-9b2e-4f60-a8d4-c7e2b1903f56");
  });

  it("leaves a UUID with dashes as it is", () => {
    expect(dashed("5d1f7c3a-9b2e-4f60-a8d4-c7e2b1903f56")).toBe(
      "5d1f7c3a-9b2e-4f60-a8d4-c7e2b1903f56",
    );
  });
});
