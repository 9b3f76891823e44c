// Lists the pages that the build rendered, with the hashes of their inline scripts: the content policy
// allows those and no other. See `app/_proxy/docs-pages.ts`.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes `.next/static-pages.json`.
 * @param {string} root The folder of the project, built.
 */
export async function listStaticPages(root) {
  const pages = path.join(root, ".next", "server", "app");
  const files = readdirSync(pages, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    // Not `_not-found` and the like, which answer under addresses of others.
    .filter((file) => file.endsWith(".html") && !file.startsWith("_"));
  const scripts = files.map((file) => [
    `/${file.replace(/\.html$/, "")}`,
    hashesOf(readFileSync(path.join(pages, file), "utf8")),
  ]);
  const { readConfiguration } = await import("../dist/lib/configuration.js");
  const { PUBLIC_URL, SOCIAL_LINKS, SOURCE_URL } = readConfiguration(process.env);
  const list = {
    renderedFor: JSON.stringify([PUBLIC_URL, SOCIAL_LINKS, SOURCE_URL]),
    scripts: Object.fromEntries(scripts),
  };
  writeFileSync(path.join(root, ".next", "static-pages.json"), JSON.stringify(list));
}

function hashesOf(html) {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = inline.map(([, text]) => createHash("sha256").update(text).digest("base64"));
  return [...new Set(hashes)].map((hash) => `sha256-${hash}`);
}
