import { isApiPath } from "../../lib/contract/paths.ts";
import { routing } from "../i18n/routing.ts";

/** The content of `app` and `public`, as `scripts/app-routes.mjs` lists it for the build. */
export interface AppFiles {
  routes: readonly AppRoute[];
  /** The paths under which the files of `public` are served. */
  files: readonly string[];
}

export interface AppRoute {
  regex: string;
  /** It begins with a segment for the language, for which the expression takes any text. */
  isInLanguage: boolean;
}

/** No cache may keep what is passed on to Next: it may be about one visitor. */
export const PASSED_CACHE_CONTROL = "private, no-store";

/** Tells which paths Next serves, besides those that are declared in `page-at.ts`. */
export interface AppRoutes {
  hasRoute(path: string): boolean;
  hasFile(path: string): boolean;
}

const IN_LANGUAGE = new RegExp(`^/(?:${routing.locales.join("|")})(?:/|$)`);
/** No route has an encoded slash or backslash in its URL: servers disagree about what it means. */
const ENCODED_SLASH = /%(?:2f|5c)/i;

/** Compiles the list of a build. */
export function appRoutes({ routes, files }: AppFiles): AppRoutes {
  const patterns = routes.map(({ regex, isInLanguage }) => ({
    regex: new RegExp(regex),
    isInLanguage,
  }));
  const known = new Set(files);
  return {
    // The API has route handlers, too, for where Next runs alone.
    hasRoute: (path) =>
      !isApiPath(path) &&
      !ENCODED_SLASH.test(path) &&
      patterns.some(
        ({ regex, isInLanguage }) => (!isInLanguage || IN_LANGUAGE.test(path)) && regex.test(path),
      ),
    hasFile: (path) => known.has(path),
  };
}

/** An app that has nothing but what `page-at.ts` declares. */
export const NO_ROUTES = appRoutes({ routes: [], files: [] });
