import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer as createHttpsServer } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Clock } from "../../../lib/time/clock.ts";
import { createCertificates } from "../../certificates.ts";
import { listen } from "../../local-server.ts";

/** The servers that the dependencies need besides the sandbox. */
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
  const certificates = createCertificates();
  const pair = {
    key: await readFile(certificates.key),
    cert: await readFile(certificates.certificate),
  };
  const secure = createHttpsServer(pair, (_, response) => response.end("{}"));
  const untrusted = `https://127.0.0.1:${await listen(secure)}`;
  return {
    /** No server listens. */
    refused,
    /** Responds over TLS with a certificate of an authority that nobody knows. */
    untrusted,
    async close() {
      secure.close();
      await once(secure, "close");
      certificates.remove();
    },
  };
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
