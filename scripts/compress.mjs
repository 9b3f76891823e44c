// Compresses the scripts and styles of the build once, at the highest level: the server sends these copies
// (`server/files.ts`).
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const compressors = {
  ".br": promisify(brotliCompress),
  ".gz": (/** @type {Buffer} */ bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** @param {string} root The folder of the project, built. */
export async function compressFiles(root) {
  const folders = [path.join(root, ".next", "static"), path.join(root, "public", "fonts")];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:css|js)$/.test(name))
      .map((name) => path.join(folder, name)),
  );
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      for (const [suffix, compress] of Object.entries(compressors)) {
        await writeFile(file + suffix, await compress(bytes));
      }
    }),
  );
}
