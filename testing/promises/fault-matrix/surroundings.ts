import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer as createHttpsServer } from "node:https";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Clock } from "../../../lib/time/clock.ts";
import { listen } from "../../local-server.ts";

/** What the dependencies need besides the sandbox. */
export interface Surroundings {
  urls: Awaited<ReturnType<typeof openBadUrls>>;
  /** A directory with an Xbox Live sign-in. */
  signIn: string;
  /** The clock of the services. */
  clock: Clock;
}

/** URLs at which no provider can be reached. */
export async function openBadUrls() {
  // A port that was free a moment ago could be given to a server of another test.
  const refused = "http://127.0.0.1:1";
  const secure = createHttpsServer(createSelfSigned(), (_, response) => response.end("{}"));
  const untrusted = `https://127.0.0.1:${await listen(secure)}`;
  return {
    /** No server listens. */
    refused,
    /** Responds over TLS with a self-signed certificate. */
    untrusted,
    close: () => close(secure),
  };
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BITS = 0x03;
const TEXT = 0x0c;
const TIME = 0x17;
/** Encoded object identifiers: `ecdsa-with-SHA256` and `commonName`. */
const ECDSA_WITH_SHA256 = Buffer.from("06082a8648ce3d040302", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");

/** A key and a self-signed X.509 certificate for `localhost` (RFC 5280), valid until 2049, in PEM. */
function createSelfSigned(): { key: string; cert: string } {
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

/** The hash in the names of prismarine-auth's files and their parts. */
const shortHash = (text: string) => createHash("sha1").update(text).digest("hex").slice(0, 6);

/** A directory with an Xbox Live sign-in that ends in the year 2100, as prismarine-auth stores it. */
export async function createSignIn(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-sign-in-"));
  const token = { userHash: "1", XSTSToken: "token", expiresOn: "2100-01-01T00:00:00Z" };
  const file = path.join(directory, `${shortHash("nametag")}_xbl-cache.json`);
  await writeFile(file, JSON.stringify({ [shortHash("http://xboxlive.com")]: token }));
  return directory;
}
