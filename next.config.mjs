import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** Set by scripts/prepare.mjs on machines where the build would be killed for its memory. */
const isSmallBuild = process.env["NAMETAG_SMALL_BUILD"] === "1";

/** @type {import("next").NextConfig} */
const config = {
  typescript: { ignoreBuildErrors: isSmallBuild },
  reactStrictMode: true,
  poweredByHeader: false,
  typedRoutes: true,
  // Otherwise Next calls loopback addresses "localhost" in `proxy.ts`, and sends what is rewritten there to itself
  // as to another host (github.com/vercel/next.js/issues/94745).
  skipProxyUrlNormalize: true,
  // SWR brings this for React 17.
  turbopack: { resolveAlias: { "use-sync-external-store/shim": "react" } },
  experimental: {
    // Without it, an unknown address gets an empty document that only JavaScript fills.
    globalNotFound: true,
    // Half a kilobyte less of Next's own client on every page.
    turbopackCjsTreeShaking: true,
    // With it, a change of the API is sometimes not there at the next request, and `lib/services.ts` not evaluated again.
    turbopackServerFastRefresh: false,
    // Of what Next would load when it starts, most is for other pages, or the API, which our front server answers.
    preloadEntriesOnStart: false,
    ...(isSmallBuild && {
      cpus: 1,
      turbopackPluginRuntimeStrategy: "workerThreads",
      // What the running service does without.
      turbopackFileSystemCacheForBuild: false,
      turbopackSourceMaps: false,
      turbopackInputSourceMaps: false,
    }),
  },
  // Heads and textures are drawn at the size they are asked for, pixel by pixel.
  images: { unoptimized: true },
  // Pages get theirs in `proxy.ts`. What is missing here is a page, too, but not one that runs scripts.
  headers: () => [
    {
      source: "/:folder(_next|docs-recipes|docs-samples|docs-search|fonts|icons|pictures)/:file*",
      headers: [
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "Content-Security-Policy", value: "script-src 'none'; base-uri 'none'" },
      ],
    },
    {
      source: "/fonts/:file+",
      headers: [{ key: "Cache-Control", value: "public, max-age=2592000" }],
    },
  ],
  serverExternalPackages: ["@photostructure/sqlite", "pino", "prismarine-auth", "sharp", "undici"],
};

/** @param {string} phase */
export default async function configFor(phase) {
  // The plugin is for building. Loaded while serving, it writes to `messages/`, unpacks a native
  // module into the temporary folder, and cannot be loaded twice in one process.
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  // `next typegen` is in the same phase, and types can be checked before all translations are there.
  if (phase === PHASE_PRODUCTION_BUILD && process.argv[2] !== "typegen") await checkTexts();
  // Here and not in a script of ours: hosts run nothing but Next.
  const { makeFonts } = await import("./scripts/fonts.mjs");
  await makeFonts();
  const { docsDates } = await import("./scripts/docs-dates.mjs");
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  const withNextIntl = createNextIntlPlugin({
    requestConfig: "./site/i18n/request.ts",
    experimental: {
      createMessagesDeclaration: "./messages/en.json",
      // Parsed while building, so that the parser (9 kB) stays out of the browser.
      messages: { path: "./messages", format: "json", locales: "infer", precompile: true },
    },
  });
  const { default: createMDX } = await import("@next/mdx");
  const withMDX = createMDX({ options: { remarkPlugins: remarkPlugins() } });
  const { listApp } = await import("./scripts/app-routes.mjs");
  const env = {
    DOCS_DATES: JSON.stringify(docsDates()),
    APP_ROUTES: JSON.stringify(listApp(import.meta.dirname)),
  };
  return withMDX(withNextIntl({ ...config, env }));
}

/** By name, as Turbopack hands the options to another process. */
function remarkPlugins() {
  const own = fileURLToPath(new URL("scripts/remark-docs.mjs", import.meta.url));
  const languages = fileURLToPath(new URL("site/docs/code-languages.json", import.meta.url));
  const lock = fileURLToPath(new URL("package-lock.json", import.meta.url));
  const version = createHash("sha256");
  for (const file of [own, languages, lock]) version.update(readFileSync(file));
  return [
    "remark-gfm",
    "remark-frontmatter",
    "remark-mdx-frontmatter",
    // Turbopack compiles pages again when the options change, and does not look at the plugins themselves.
    /** @type {[string, unknown]} */ ([own, { version: version.digest("hex") }]),
  ];
}

/** A text that is missing in a language, or that nobody reads, ends the build. */
async function checkTexts() {
  const { messageProblems } = await import("./scripts/check-messages.mjs");
  const { docsProblems } = await import("./scripts/check-docs.mjs");
  const problems = [...messageProblems(), ...docsProblems()];
  if (problems.length > 0) throw new Error(`Wrong texts:\n${problems.join("\n")}`);
}
