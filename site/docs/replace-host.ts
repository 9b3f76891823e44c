import { schemeOf, type CompatService } from "./contract.ts";

/** The beginning of the URLs of another service here: `https://nametag.example/compat/crafatar/`. */
export function compatStart(service: CompatService, base: string): string {
  return `${base}/compat/${service}/`;
}

/**
 * A command that rewrites the URLs of another service in all files that Git knows. Perl edits in place
 * on Linux and macOS alike, which `sed` does not.
 */
export function replaceHostCommand(service: CompatService, base: string): string {
  const { host } = schemeOf(service);
  // Longer host names, such as api.crafatar.com or crafatar.com.example, are others.
  const url = `(https?:)?//(www[.])?${host.replaceAll(".", "[.]")}(?![\\w-]|[.]\\w)/?`;
  return `git grep -lzF ${host} | xargs -0r perl -pi -e 's#${url}#${compatStart(service, base)}#g'`;
}
