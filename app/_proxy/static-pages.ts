import { readFileSync } from "node:fs";
import path from "node:path";
import { readConfiguration } from "@/lib/configuration.ts";

/** What the build wrote about the pages it drew; see `scripts/list-static-pages.mjs`. */
interface StaticPages {
  /** The part of the configuration that is drawn into them, as text. */
  drawnFor: string;
  /** The hashes of each page's inline scripts, by its path, as in `/en/docs`. */
  scripts: Record<string, readonly string[]>;
}

let known: Readonly<Record<string, readonly string[]>> | undefined;

/**
 * The hashes of the inline scripts of a page that was drawn while building; undefined when there
 * is no such page, or when it was drawn for another configuration than this one: it would name
 * another host in its examples.
 */
export function staticScripts(pathname: string): readonly string[] | undefined {
  known ??= usablePages();
  return Object.hasOwn(known, pathname) ? known[pathname] : undefined;
}

function usablePages(): StaticPages["scripts"] {
  try {
    const file = path.join(process.cwd(), ".next", "static-pages.json");
    const { drawnFor, scripts } = JSON.parse(readFileSync(file, "utf8")) as StaticPages;
    const { PUBLIC_URL, SOCIAL_LINKS, SOURCE_URL } = readConfiguration(process.env);
    return drawnFor === JSON.stringify([PUBLIC_URL, SOCIAL_LINKS, SOURCE_URL]) ? scripts : {};
  } catch {
    // Without the list every page is drawn when it is asked for, which is slower and right.
    return {};
  }
}
