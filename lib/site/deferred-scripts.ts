/** The name of the `<meta>` elements that say which scripts a page will run; `page-script.ts` finds them by it. */
export const DEFERRED = "script";
/** The event of the window that says that the page reacts. */
export const HYDRATED = "hydrated";

/**
 * A rendered page whose scripts are fetched once it has loaded, and run when the visitor does something. Pages
 * work without scripts, and running React takes a phone half a second, in which it would not react to the first
 * scroll or tap.
 * @param html As Next renders it: `<script src="/_next/…" async="">`, and a hint that loads one of them early.
 */
export function deferScripts(html: string): string {
  return html
    .replaceAll(/<link rel="preload" as="script"[^>]*>/g, "")
    .replaceAll(
      /<script src="(\/_next\/static\/[^"]+)"(?: id="[^"]*")? async=""><\/script>/g,
      (_, src: string) => `<meta name="${DEFERRED}" content="${src}">`,
    );
}
