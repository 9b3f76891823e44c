import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { splitList } from "../contract/headers.ts";
import { entityTag } from "./reply.ts";

/** Supported content encodings, the smallest first. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A text in every encoding. Each has its own strong tag, since the bytes differ. */
export type EncodedText = Record<Encoding, { body: Uint8Array; etag: string }>;

/** Compresses a body as far as possible: for one that is made once and sent often. */
export async function encodeBody(text: string): Promise<EncodedText> {
  const bytes = Buffer.from(text);
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  const tagged = (encoding: Encoding, body: Uint8Array) => ({
    body,
    etag: entityTag(encoding, text),
  });
  return {
    br: tagged("br", br),
    gzip: tagged("gzip", gzipped),
    identity: tagged("identity", bytes),
  };
}

/**
 * The encoding for `Accept-Encoding` (RFC 9110, 12.5.3): the one with the highest weight, and the
 * smallest of equals. A client that accepts none gets `identity`.
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return "identity";
  const weights = weightsOf(acceptEncoding);
  const any = weights.get("*");
  const weightOf = (encoding: Encoding) => {
    const named =
      weights.get(encoding) ?? (encoding === "gzip" ? weights.get("x-gzip") : undefined);
    // Identity is the last resort unless it is excluded: clients need not name it.
    return named ?? (encoding === "identity" ? (any === 0 ? 0 : LAST_RESORT) : (any ?? 0));
  };
  let best: Encoding = "identity";
  let most = 0;
  for (const encoding of ENCODINGS) {
    const weight = weightOf(encoding);
    if (weight > most) [best, most] = [encoding, weight];
  }
  return best;
}

/** Less than the smallest weight a header can state. */
const LAST_RESORT = 0.000_1;

/** Weights by lower-case name, of a header such as `gzip;q=0.5, br`. Malformed parts are ignored. */
function weightsOf(acceptEncoding: string): Map<string, number> {
  const parts = splitList(acceptEncoding.toLowerCase());
  return new Map(
    parts.flatMap((part): [string, number][] => {
      const [, name = "", weight = "1"] =
        /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(part) ??
        [];
      return name === "" ? [] : [[name, Number(weight)]];
    }),
  );
}
