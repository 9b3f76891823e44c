import type { Locale } from "next-intl";
import { trimmed } from "../../lib/contract/identifiers.ts";
import { decode, decodeName, encode } from "../../lib/contract/urls.ts";
import { docsPath, slugs } from "../docs/pages.ts";
import { recipeFiles } from "../docs/recipe-files.ts";
import { sampleLanguages } from "../docs/samples/languages.ts";
import { localePath, routing } from "../i18n/routing.ts";
import { localeNamed, visitorLanguage, type Visitor } from "../i18n/visitor-language.ts";
import { NO_ROUTES, type AppRoutes } from "./app-routes.ts";
import { hasNoPath, playerPath, withoutControls } from "./player-path.ts";

/** The target of a URL of the site. */
export type Page =
  | Redirect
  /** A file that the build made or copied. */
  | { kind: "file"; path: string }
  | RenderedPage
  | PassedPage;

/** A URL of Next's without a rule in this file. Next gets the request as it is, and nothing of its response is kept. */
export interface PassedPage {
  kind: "next";
  url: string;
  target: string;
  locale: Locale;
}

/** A page that Next renders. It is the same for everyone. */
export interface RenderedPage {
  /**
   * `static`: as long as the service runs. `live`: for some seconds. `player`: a player's page, `preview` its image for
   * link previews, and `embed` Discord's own link preview. `impossible`: the error for a search that no player's URL can express. `missing`: the
   * 404 page.
   */
  kind: "static" | "live" | "player" | "preview" | "embed" | "impossible" | "missing";
  /** Its own URL, which identifies it, and by which the front server asks Next for it. */
  url: string;
  /** Its path among the routes of Next, to which `proxy.ts` rewrites its URL. */
  target: string;
  locale: Locale;
  /** The identifier of its player. */
  id?: string;
}

export interface Redirect {
  kind: "redirect";
  /** 308 for an unusual spelling of a URL, else 307. */
  status: 307 | 308;
  location: string;
  /** The target depends on the visitor's language. */
  byVisitor: boolean;
}

/** URLs without a language that Next renders. */
const ROOT_PAGES = new Set([
  "/apple-icon.png",
  "/favicon.ico",
  "/icon.svg",
  "/llms-full.txt",
  "/llms.txt",
  "/robots.txt",
  "/sitemap.xml",
  "/.well-known/security.txt",
  ...routing.locales.map((locale) => `/docs-search/${locale}`),
  ...sampleLanguages.map(({ id }) => `/docs-samples/${id}`),
  ...Object.keys(recipeFiles).map((file) => `/docs-recipes/${file}`),
]);

/** Unknown documentation as Markdown has a 404 of its own. */
const MISSING_MARKDOWN = "/docs/-.md";

/** The other pages that are the same for everyone, and where Next renders them, without the language. */
const PAGES = new Map<string, string>([
  ["", ""],
  ["/list", "/list"],
  [MISSING_MARKDOWN, "/docs-markdown/-"],
  ["/manifest.webmanifest", "/manifest.webmanifest"],
  ...slugs.flatMap((slug): [string, string][] => {
    const path = docsPath(slug);
    return [
      [path, path],
      [`${path}.md`, path.replace("/docs", "/docs-markdown")],
    ];
  }),
]);

/** These folders are declared here as a whole: below them, a URL without a rule is missing, even if Next has a route. */
const DECLARED_FOLDERS = new Set([
  "docs",
  "docs-markdown",
  "manifest.webmanifest",
  "player",
  "status",
]);

const UNKNOWN_MARKDOWN = /^\/docs(?:\/[^/]+){1,2}(?<=\.md)$/;

/** Under these paths there are only files of the build. */
const FILES =
  /^\/(?:_next|fonts|icons|pictures|docs-search|docs-samples|docs-recipes)(?:\/|$)|^\/opengraph-image\.png$/;

/** Doubly encoded, or a control character: no page has such a URL. */
const OVERENCODED = /%(?:25|[01][0-9a-f]|7f)/i;

/**
 * The page at a URL. Different spellings of a URL lead to the same page.
 * @param target Path and query as in the request line; validly encoded, and not of the API.
 * @param routes What else the app has.
 */
export function pageAt(target: string, visitor: Visitor, routes: AppRoutes = NO_ROUTES): Page {
  const [written = ""] = target.split("?", 1);
  const search = target.slice(written.length);
  const collapsed = written.replaceAll("\\", "/").replace(/\/{2,}/g, "/");
  // This resolves "." and "..", encoded or not.
  const resolved = new URL(collapsed, "http://site").pathname;
  const path = resolved.length > 1 && resolved.endsWith("/") ? resolved.slice(0, -1) : resolved;
  if (path !== resolved || collapsed !== written) {
    return { kind: "redirect", status: 308, location: path + search, byVisitor: false };
  }

  if (ROOT_PAGES.has(path)) {
    return { kind: "static", url: path, target: path, locale: routing.defaultLocale };
  }
  if (FILES.test(path) || routes.hasFile(path)) return { kind: "file", path };
  return pageByLanguage(path, search, visitor, routes);
}

/** The page at a path whose first segment may be a language. */
function pageByLanguage(path: string, search: string, visitor: Visitor, routes: AppRoutes): Page {
  const segments = path.slice(1).split("/");
  const isOfPlayer = segments[1] === "player";
  const [first = "", ...rest] = segments.map((segment, at) =>
    isOfPlayer && at === 2 ? decodeName(segment) : decode(segment),
  );
  const locale = localeNamed(first);
  if (locale !== undefined && locale !== first) {
    const rewritten = path.replace(/^\/[^/]*/, `/${locale}`);
    return { kind: "redirect", status: 307, location: rewritten + search, byVisitor: false };
  }
  if (locale !== undefined) return pageIn(locale, rest, search, routes);
  if (OVERENCODED.test(path)) return missingIn(routing.defaultLocale);
  if (!isDeclared(first) && routes.hasRoute(path)) {
    return passed(path + search, visitorLanguage(visitor));
  }
  const location = `/${visitorLanguage(visitor)}${path === "/" ? "" : path}${search}`;
  return { kind: "redirect", status: 307, location, byVisitor: true };
}

/**
 * True if a path is a page or a file of the site, such as `/docs` or `/robots.txt`: one segment, or whatever the app has
 * a route for.
 */
export function isSiteName(path: string, routes: AppRoutes = NO_ROUTES): boolean {
  if (routes.hasFile(path) || routes.hasRoute(path)) return true;
  if (!/^\/[^/]+$/.test(path)) return false;
  const anyone = { cookie: undefined, acceptLanguage: undefined };
  const page = pageAt(path, anyone, routes);
  const isElsewhere = page.kind === "redirect" && page.byVisitor;
  const target = isElsewhere ? pageAt(page.location, anyone, routes) : page;
  return target.kind !== "missing";
}

/** The path of a page without the language, for links to other languages; home when there is no page. */
export function pathInLanguages({ kind, target, locale }: RenderedPage | PassedPage): string {
  if (kind === "missing") return "";
  const [path = ""] = target.split("?", 1);
  const isInLanguage = path === `/${locale}` || path.startsWith(`/${locale}/`);
  return kind === "next" && !isInLanguage ? path : path.slice(`/${locale}`.length);
}

function isDeclared(folder = ""): boolean {
  return DECLARED_FOLDERS.has(folder);
}

function passed(url: string, locale: Locale): PassedPage {
  return { kind: "next", url, target: url, locale };
}

/** The 404 page in this language. */
function missingIn(locale: Locale): RenderedPage {
  const target = `/${locale}/404`;
  return { kind: "missing", url: target, target, locale };
}

/** @param rest The decoded segments after the language. */
function pageIn(locale: Locale, rest: readonly string[], search: string, routes: AppRoutes): Page {
  const [section, ...segments] = rest;
  if (section === "player") return playerPageAt(locale, segments, search);
  const wholePath = rest.map((segment) => `/${encode(segment)}`).join("");
  const isMissing = UNKNOWN_MARKDOWN.test(wholePath) && !PAGES.has(wholePath);
  const path = isMissing ? MISSING_MARKDOWN : wholePath;
  const url = localePath(locale, path);
  if (path === "/status") return { kind: "live", url, target: url, locale };
  // `/en?username=Lou` is a search as well.
  const wanted = path === "" ? wantedIn(search) : "";
  if (wanted !== "") return searchFor(locale, wanted);
  const target = PAGES.get(path);
  if (target === undefined) {
    const isPassed = !isDeclared(section) && routes.hasRoute(url);
    return isPassed ? passed(url + search, locale) : missingIn(locale);
  }
  return { kind: "static", url, target: localePath(locale, target), locale };
}

/** The resources below the URL of a player's page. */
const OF_PLAYER = new Map<string, "preview" | "embed">([
  ["opengraph-image", "preview"],
  ["discord-embed", "embed"],
]);

/** @param segments The decoded segments after `player`. */
function playerPageAt(locale: Locale, segments: readonly string[], search: string): Page {
  const [wanted, part, ...more] = segments;
  if (wanted === undefined) return searchFor(locale, wantedIn(search));
  if (more.length > 0) return missingIn(locale);
  const id = withoutControls(wanted);
  if (trimmed(id) === "") return searchFor(locale, "");
  const page = localePath(locale, playerPath(id));
  if (part === undefined) return { kind: "player", url: page, target: page, locale, id };
  const kind = OF_PLAYER.get(part);
  if (kind === undefined) return missingIn(locale);
  const url = `${page}/${part}`;
  return { kind, url, target: url, locale, id };
}

/** Redirects a search to the player's page. */
function searchFor(locale: Locale, wanted: string): Page {
  if (hasNoPath(wanted)) {
    const target = `/${locale}/player?${new URLSearchParams({ username: wanted }).toString()}`;
    return { kind: "impossible", url: target, target, locale };
  }
  const location = `/${locale}${wanted === "" ? "" : playerPath(wanted)}`;
  return { kind: "redirect", status: 307, location, byVisitor: false };
}

function wantedIn(search: string): string {
  const [wanted = "", ...others] = new URLSearchParams(search).getAll("username");
  return others.length > 0 ? "" : trimmed(wanted);
}
