import { createHash } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** prismarine-auth names its files and their parts by this. */
const shortHash = (text: string) => createHash("sha1").update(text).digest("hex").slice(0, 6);

/** A directory with an Xbox Live sign-in that ends in the year 2100, as prismarine-auth keeps it. */
export async function createSignIn(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-sign-in-"));
  const token = { userHash: "1", XSTSToken: "token", expiresOn: "2100-01-01T00:00:00Z" };
  const file = path.join(directory, `${shortHash("nametag")}_xbl-cache.json`);
  await writeFile(file, JSON.stringify({ [shortHash("http://xboxlive.com")]: token }));
  return directory;
}
