import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chooseEncoding, encodeBody } from "./encodings.ts";

describe("the encoding of a response", () => {
  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["deflate, zstd", "identity"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["gzip;q=0.001", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.000, gzip;q=0", "identity"],
    ["*", "br"],
    ["*;q=0.1, identity", "identity"],
    ["*, br;q=0", "gzip"],
    ["gzip, *;q=0", "gzip"],
    ["identity", "identity"],
    ["identity;q=0.5, gzip;q=0.4", "identity"],
    ["identity;q=0, gzip;q=0.4", "gzip"],
    ["identity;q=0, *", "br"],
    // Nothing is acceptable: answered all the same.
    ["*;q=0", "identity"],
    ["identity;q=0", "identity"],
    // Not well-formed parts say nothing.
    ["br;q=2, gzip", "gzip"],
    ["br;q=, gzip;level=9", "identity"],
    [" br\t; q=0.3 ,\tgzip ; q=0.2", "br"],
    ["brotli, gzipped", "identity"],
  ])("for Accept-Encoding %j is %s", (acceptEncoding, encoding) => {
    expect(chooseEncoding(acceptEncoding)).toBe(encoding);
  });

  it("is among the first that fit of a list that is too long", () => {
    expect(chooseEncoding(`gzip,${"a,".repeat(7_000)}br`)).toBe("gzip");
  });
});

it("a body is the same in every encoding, and smaller", async () => {
  const body = "Wer fragt, bekommt Antwort: ß, é, 雪. ".repeat(100);
  const { br, gzip, identity } = await encodeBody(body);
  expect(Buffer.from(identity.body).toString("utf8")).toBe(body);
  expect(brotliDecompressSync(br.body).toString("utf8")).toBe(body);
  expect(gunzipSync(gzip.body).toString("utf8")).toBe(body);
  expect(br.body.length).toBeLessThan(gzip.body.length);
  expect(gzip.body.length).toBeLessThan(identity.body.length / 4);
  expect(new Set([br.etag, gzip.etag, identity.etag]).size).toBe(3);
});
