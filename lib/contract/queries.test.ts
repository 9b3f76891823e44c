import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ApiError } from "./errors.ts";
import { parseQuery, requirePlayer, requireSubject } from "./parse-query.ts";
import { headQuery, lookupQuery, recentQuery, socialQuery, skinQuery } from "./queries.ts";

const uuid = "5d1f7c3a9b2e4f60a8d4c7e2b1903f56";
const lou = { kind: "name", javaName: "Lou", gamertag: "Lou", prefixed: false };
const defaultHead = { type: "all", view: "front", size: 64, format: "png", overlay: true };

const head = (search: string) => parseQuery(new URLSearchParams(search), headQuery);
const lookup = (search: string) => parseQuery(new URLSearchParams(search), lookupQuery);
const texture = (search: string) => parseQuery(new URLSearchParams(search), skinQuery);

/** The code and the sentence a query is refused with. */
function refusal(read: () => unknown): Pick<ApiError, "code" | "status" | "message"> | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return error as ApiError;
  }
}

const WHY_FLAT = " A flat head shows no more in more pixels; with view=iso, it is at most 1024.";
const invalid = (message: string) => ({ code: "INVALID_PARAMETER", status: 400, message });

describe("parseQuery", () => {
  it("fills in the defaults", () => {
    expect(lookup("")).toEqual({ type: "all", update: false });
    expect(head("")).toEqual(defaultHead);
    expect(texture("")).toEqual({ type: "all", format: "png" });
  });

  const WHOLE = "size must be a whole number from 8 to 512.";

  it.each([
    ["", WHOLE],
    ["0x40", WHOLE],
    [" 64", WHOLE],
    ["64\n", WHOLE],
    ["64.0", WHOLE],
    ["1e2", WHOLE],
    ["-64", WHOLE],
    ["064", WHOLE],
    ["６４", WHOLE],
    ["99999", WHOLE],
    ["7", "size must be at least 8."],
    ["513", `size must be at most 512.${WHY_FLAT}`],
  ])("refuses size=%j", (text, message) => {
    const search = new URLSearchParams({ size: text });
    expect(refusal(() => parseQuery(search, headQuery))).toMatchObject(invalid(message));
  });

  it.each([
    ["type=bedrock", { type: "bedrock", update: false }],
    ["update=true", { type: "all", update: true }],
    [`uuid=${uuid}`, { type: "all", update: false, uuid: { kind: "java-uuid", uuid } }],
  ])("reads %s of a lookup", (search, query) => {
    expect(lookup(search)).toEqual(query);
  });

  it.each([
    ["format=webp", { format: "webp" }],
    ["overlay=false", { overlay: false }],
    ["default=auto", { default: "auto" }],
    ["default=404", { default: "404" }],
    ["texture=00a1", { texture: "a1" }],
    [`texture=${"AB".repeat(32)}`, { texture: "ab".repeat(32) }],
    ["size=8", { size: 8 }],
    ["size=512", { size: 512 }],
  ])("reads %s of a head", (search, changed) => {
    expect(head(search)).toEqual({ ...defaultHead, ...changed });
  });

  it.each([
    ["type=Java", "type must be all, java or bedrock."],
    ["update=1", "update must be true or false."],
    ["update", "update must be true or false."],
    [
      "username=someone%40example.com",
      "username must be a Java name, a UUID with or without dashes, an XUID or a Bedrock gamertag.",
    ],
  ])("refuses %s of a lookup", (search, message) => {
    expect(refusal(() => lookup(search))).toMatchObject(invalid(message));
  });

  it.each([
    ["format=PNG", "format must be png or webp."],
    ["overlay=0", "overlay must be true or false."],
    ["default=Steve", "default must be steve, alex, auto or 404."],
    ["default=https%3A%2F%2Fexample.org", "default must be steve, alex, auto or 404."],
  ])("refuses %s of a head", (search, message) => {
    expect(refusal(() => head(search))).toMatchObject(invalid(message));
  });

  it.each(Object.keys(headQuery.shape))("refuses %s given twice, even alike", (name) => {
    expect(refusal(() => head(`${name}=64&${name}=64`))).toMatchObject(
      invalid(`${name} must not occur more than once.`),
    );
  });

  it("names the first wrong parameter alone", () => {
    expect(refusal(() => head("format=gif&size=1"))).toMatchObject(
      invalid("size must be at least 8."),
    );
  });

  it.each(["username", "uuid", "texture"])("takes an empty %s for a missing one", (name) => {
    expect(head(`${name}=`)).toEqual(defaultHead);
    expect(head(name)).toEqual(defaultHead);
    expect(head(`${name}=+%20`)).toEqual(defaultHead);
  });

  it.each(["0g", "..%2Fa", "%20ab", "%EF%BD%81", "%7Btexture%7D", "a".repeat(65)])(
    "refuses the texture %s alone, and ignores it beside a player",
    (text) => {
      expect(refusal(() => requireSubject(texture(`texture=${text}`)))).toMatchObject(
        invalid("texture must be 1 to 64 hexadecimal digits."),
      );
      const subject = requireSubject(texture(`texture=${text}&username=Lou`));
      expect(subject).toEqual({ texture: undefined, player: lou });
    },
  );

  it("takes a texture with or without a player; uuid wins over username", () => {
    expect(requireSubject(texture("texture=a1"))).toEqual({ texture: "a1", player: undefined });
    const both = requireSubject(texture(`texture=a1&username=Other&uuid=Lou`));
    expect(both).toEqual({ texture: "a1", player: lou });
    expect(refusal(() => requireSubject(texture("texture=")))).toMatchObject({
      code: "MISSING_PARAMETER",
    });
  });

  it.each([
    ["social", socialQuery, { social: "1" }],
    ["recent", recentQuery, { recent: "1" }],
  ])("takes 1 alone for %s", (name, schema: z.ZodObject, query) => {
    expect(parseQuery(new URLSearchParams(`${name}=1`), schema)).toEqual(query);
    for (const search of [`${name}=true`, `${name}=`, `${name}=01`, ""]) {
      expect(refusal(() => parseQuery(new URLSearchParams(search), schema))).toMatchObject(
        invalid(`${name} must be 1.`),
      );
    }
  });

  it("ignores parameters it does not know, given twice or not", () => {
    expect(lookup("utm_source=a&utm_source=b&Username=Lou&username%20=Lou&size=0")).toEqual({
      type: "all",
      update: false,
    });
  });

  it.each(["__proto__[x]=1", "__proto__=x", "constructor.prototype.x=1", "toString=1"])(
    "lets %s change nothing",
    (search) => {
      const query = head(search);
      expect(query).toEqual(defaultHead);
      expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
      expect(({} as { x?: unknown }).x).toBeUndefined();
    },
  );

  it("reads a parameter that is named like a property of every object", () => {
    const schema = z.object({ constructor: z.string().optional(), toString: z.string() });
    expect(refusal(() => parseQuery(new URLSearchParams(""), schema))?.code).toBe(
      "INVALID_PARAMETER",
    );
    expect(parseQuery(new URLSearchParams("toString=a"), schema)).toEqual({ toString: "a" });
  });
});

describe("requirePlayer", () => {
  it("takes the one that is given", () => {
    expect(requirePlayer(lookup("username=Lou"))).toEqual(lou);
    expect(requirePlayer(lookup("uuid=Lou"))).toEqual(lou);
  });

  it("prefers uuid to username", () => {
    expect(requirePlayer(lookup(`username=Lou&uuid=${uuid}`))).toEqual({ kind: "java-uuid", uuid });
    expect(requirePlayer(lookup("username=Lou&uuid="))).toEqual(lou);
  });

  it.each(["", "username=", "username=%20", "uuid=", "username=&uuid=", "user=Lou"])(
    "misses a player in %j",
    (search) => {
      expect(refusal(() => requirePlayer(lookup(search)))).toMatchObject({
        code: "MISSING_PARAMETER",
        status: 400,
        message: "The username parameter is missing. Send a name, a UUID, an XUID or a gamertag.",
      });
    },
  );
});
