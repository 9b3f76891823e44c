import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  experimental: {
    createMessagesDeclaration: "./messages/en.json",
    // Parsed while building, so that the parser (9 kB) stays out of the browser.
    messages: { path: "./messages", format: "json", locales: "infer", precompile: true },
  },
});

/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  typedRoutes: true,
  // Without it, an unknown address gets an empty document that only JavaScript fills.
  experimental: { globalNotFound: true },
  // Heads and textures are drawn at the size they are asked for, pixel by pixel.
  images: { unoptimized: true },
  serverExternalPackages: ["bentocache", "lmdb", "pino", "prismarine-auth", "sharp", "undici"],
};

export default withNextIntl(config);
