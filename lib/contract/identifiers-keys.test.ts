import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { floodgateOf, keyOf, oneOf, thousand } from "./identifiers.fixture.ts";
import { dashed, identifierKey, parseIdentifier, XUID_MAX, XUID_MIN } from "./identifiers.ts";

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
        expect(parseIdentifier(spelling)).toEqual({ kind: "xuid", xuid: digits });
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
