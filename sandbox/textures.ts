import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { knitted } from "./hd-textures.ts";

/** All textures that can be fetched, by hash. */
export type TextureStore = ReturnType<typeof createTextureStore>;

/** A store of the sandbox's own files, to which more can be added. */
export function createTextureStore() {
  const added = new Map<string, Buffer>();
  const find = (hash: string) => added.get(hash) ?? byHash.get(hash);
  return {
    /** Adds a file unchanged, valid or not, and returns its hash. */
    add: (bytes: Buffer) => {
      const hash = hashOf(bytes);
      added.set(hash, bytes);
      return hash;
    },
    find,
    /** Some other texture, for responses with the wrong one. */
    anyBut: (hash: string) =>
      find(textureHash(hash === textureHash("old-steve") ? "old-alex" : "old-steve")),
  };
}

/** The hash under which a file in `textures/`, or a texture of high resolution, is served. */
export function textureHash(name: string): string {
  const hash = hashes.get(name);
  if (hash === undefined) throw new Error(`there is no file sandbox/textures/${name}.png`);
  return hash;
}

/** The texture server names a file by its SHA-256 without the leading zeros. */
function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex").replace(/^0+/, "");
}

/**
 * The hashes of the game's default skins, by the file served for each: our own drawings, since the game's
 * may not be copied. The last two are the defaults before 1.19.3.
 */
const DEFAULTS: Readonly<Record<string, string>> = {
  "default-alex-slim": "46acd06e8483b176e8ea39fc12fe105eb3a2a4970f5100057e9d84d4b60bdfa7",
  "default-ari-slim": "6ac6ca262d67bcfb3dbc924ba8215a18195497c780058a5749de674217721892",
  "default-efe-slim": "fece7017b1bb13926d1158864b283b8b930271f80a90482f174cca6a17e88236",
  "default-kai-slim": "226c617fde5b1ba569aa08bd2cb6fd84c93337532a872b3eb7bf66bdd5b395f8",
  "default-makena-slim": "7cb3ba52ddd5cc82c0b050c3f920f87da36add80165846f479079663805433db",
  "default-noor-slim": "6c160fbd16adbc4bff2409e70180d911002aebcfa811eb6ec3d1040761aea6dd",
  "default-steve-slim": "d5c4ee5ce20aed9e33e866c66caa37178606234b3721084bf01d13320fb2eb3f",
  "default-sunny-slim": "b66bc80f002b10371e2fa23de6f230dd5e2f3affc2e15786f65bc9be4c6eb71a",
  "default-zuri-slim": "eee522611005acf256dbd152e992c60c0bb7978cb0f3127807700e478ad97664",
  "default-alex-classic": "1abc803022d8300ab7578b189294cce39622d9a404cdc00d3feacfdf45be6981",
  "default-ari-classic": "4c05ab9e07b3505dc3ec11370c3bdce5570ad2fb2b562e9b9dd9cf271f81aa44",
  "default-efe-classic": "daf3d88ccb38f11f74814e92053d92f7728ddb1a7955652a60e30cb27ae6659f",
  "default-kai-classic": "e5cdc3243b2153ab28a159861be643a4fc1e3c17d291cdd3e57a7f370ad676f3",
  "default-makena-classic": "dc0fcfaf2aa040a83dc0de4e56058d1bbb2ea40157501f3e7d15dc245e493095",
  "default-noor-classic": "90e75cd429ba6331cd210b9bd19399527ee3bab467b5a9f61cb8a27b177f6789",
  "default-steve-classic": "31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb",
  "default-sunny-classic": "a3bd16079f764cd541e072e888fe43885e711f98658323db0f9a6045da91ee7a",
  "default-zuri-classic": "f5dddb41dcafef616e959c2817808e0be741c89ffbfed39134a13e75b811863d",
  "old-steve": "1a4af718455d4aab528e7a61f86fa25e6a369d1768dcb13f7df319a713eb810b",
  "old-alex": "3b60a1f6d562f52aaebbf1434f1de147933a3affe0e764fa49ea057536623cd3",
};

const folder = new URL("./textures/", import.meta.url);
const hashes = new Map<string, string>();
const byHash = new Map<string, Buffer>();
for (const file of readdirSync(folder)) {
  const bytes = readFileSync(new URL(file, folder));
  const name = file.replace(".png", "");
  const hash = DEFAULTS[name] ?? hashOf(bytes);
  hashes.set(name, hash);
  byHash.set(hash, bytes);
}
for (const [name, bytes] of [
  ["knitted-skin", knitted(1024, 1024)],
  ["knitted-cape", knitted(1024, 512)],
] as const) {
  hashes.set(name, hashOf(bytes));
  byHash.set(hashOf(bytes), bytes);
}
