// Compressed copies of scripts and styles, for the front server.
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

/**
 * Compresses the scripts and styles of the build once, at the highest level: the server sends these copies
 * (`server/files.ts`).
 *
 * @param {string} root
 */
export async function compressFiles(root) {
  const folders = [path.join(root, ".next", "static"), path.join(root, "public", "fonts")];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:css|js)$/.test(name))
      .map((name) => path.join(folder, name)),
  );
  await Promise.all(
    files.map(async (file) => {
      await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
    }),
  );
}
