import { generateKeyPairSync, sign } from "node:crypto";

/** A key and a certificate of its own making, in PEM: nobody vouches for it. */
export interface SelfSigned {
  key: string;
  cert: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BITS = 0x03;
const TEXT = 0x0c;
const TIME = 0x17;
/** Object identifiers as they are encoded: `ecdsa-with-SHA256` and `commonName`. */
const ECDSA_WITH_SHA256 = Buffer.from("06082a8648ce3d040302", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");

/** Makes an X.509 certificate for `localhost`, as RFC 5280 lays it out, that is valid until 2049. */
export function createSelfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
  const commonName = der(SEQUENCE, COMMON_NAME, der(TEXT, Buffer.from("localhost")));
  const name = der(SEQUENCE, der(SET, commonName));
  const from = der(TIME, Buffer.from("200101000000Z"));
  const to = der(TIME, Buffer.from("491231235959Z"));
  const content = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    der(SEQUENCE, from, to),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(BITS, Buffer.from([0]), sign("sha256", content, privateKey));
  const certificate = der(SEQUENCE, content, algorithm, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}

/** One value of ASN.1 in DER: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
