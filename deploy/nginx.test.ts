import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { errorBody, ERRORS, type ErrorCode } from "../lib/contract/errors.ts";
import messages from "../messages/en.json" with { type: "json" };
import { COMPAT_FOLDER, playerPaths, paths, shortUrls } from "../lib/contract/paths.ts";
import { compatServices } from "../lib/configuration/compat-services.ts";
import { schemeOf } from "../lib/compat/services/index.ts";
import { routes } from "../lib/routes/index.ts";
import { malformed } from "../server/refusals.ts";

const deployed = readFileSync(path.join(import.meta.dirname, "nginx.conf"), "utf8");

/** The values of a map of `$status`, by status or `default`. */
function mapOf(variable: string): Map<string, string> {
  const [, body = ""] =
    new RegExp(`^map \\$status \\$${variable} {\\n(.*?)^}`, "ms").exec(deployed) ?? [];
  const lines = body.matchAll(/^ {2}(\w+) ["']?(.*?)["']?;$/gm);
  return new Map([...lines].map(([, status = "", value = ""]) => [status, value]));
}

const {
  ROUTE_NOT_FOUND,
  METHOD_NOT_ALLOWED,
  PRECONDITION_FAILED,
  URI_TOO_LONG,
  HEADERS_TOO_LARGE,
  OVERLOADED,
} = messages.Contract.errors;
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  ROUTE_NOT_FOUND,
  METHOD_NOT_ALLOWED,
  PRECONDITION_FAILED,
  URI_TOO_LONG,
  HEADERS_TOO_LARGE,
  OVERLOADED,
  INVALID_PARAMETER: malformed(new Error("not HTTP")).message,
  // In the table, it is about providers; here, the service itself is away.
  BAD_GATEWAY: "The service cannot be reached. Retry in a moment.",
};

it("nginx has the codes, statuses and sentences of the service", () => {
  const bodies = mapOf("nametag_refusal");
  expect(bodies.size).toBe(Object.keys(SENTENCES).length);
  for (const [key, text] of bodies) {
    const { code, error, status, retry_after } = errorBody.strict().parse(JSON.parse(text));
    expect(retry_after?.toString(), key).toBe(mapOf("nametag_retry_after").get(key));
    expect(error, key).toBe(SENTENCES[code]);
    expect(status, key).toBe(ERRORS[code]);
    expect(key === "default" ? 400 : Number(key)).toBe(status);
  }
});

it("nginx maps its own failures to statuses that have a body", () => {
  const pages = [
    ...deployed.matchAll(
      /^ {2,4}error_page ([\d ]+?)(?: =(\d+))? (?:\/\.refused|\$nametag_page_refusal);$/gm,
    ),
  ];
  const sent = pages.flatMap(([, from = "", to]) => (to === undefined ? from.split(" ") : [to]));
  const bodies = mapOf("nametag_refusal");
  expect([...new Set(sent)].filter((status) => status !== "400").toSorted()).toEqual(
    [...bodies.keys()].filter((status) => status !== "default").toSorted(),
  );
  expect([...mapOf("nametag_retry_after").keys()]).toEqual(["502", "503"]);
});

/** The pattern of the location in which responses of the API are cached. */
const [, cachedByUrl = ""] =
  /^ {2}location ~ (\S+) \{\n(?: {4}.*\n|\n)*? {4}proxy_cache_key "api /m.exec(deployed) ?? [];

it("nginx caches by method, host and URL what depends on nothing else, in the table of routes", () => {
  const pattern = new RegExp(cachedByUrl);
  for (const [id, path] of Object.entries(paths)) {
    // Those that say how the service is at the moment are for the location of pages, which passes more on.
    const isOfPlayers = Object.hasOwn(playerPaths, id);
    expect([path, pattern.test(path)], id).toEqual([path, isOfPlayers]);
    const isShort = Object.hasOwn(shortUrls, path.slice(1));
    expect([path, pattern.test(`${path}/x`)], id).toEqual([path, isShort]);
    expect(routes).toHaveProperty(id);
  }
  for (const word of Object.keys(shortUrls)) {
    expect([word, pattern.test(`/${word}/Lantern_Lou/64.png`)]).toEqual([word, true]);
  }
  expect(pattern.test(`${COMPAT_FOLDER}crafthead/avatar/x`)).toBe(true);
  expect(pattern.test("/player/Lantern_Lou")).toBe(false);
});

/** The pattern of the location that passes bodies on. */
const [, withBodies = ""] =
  /^ {2}location ~ (\S+) \{\n {4}proxy_pass http:\/\/nametag;\n {4}proxy_pass_request_headers off;\n {4}proxy_set_header Host/m.exec(
    deployed,
  ) ?? [];

it("nginx passes the bodies of all bulk requests on", () => {
  const pattern = new RegExp(withBodies);
  const wrong = compatServices.flatMap((service) =>
    Object.entries(schemeOf(service).json).flatMap(([route, { bulk }]) =>
      [`/${route}`, `${COMPAT_FOLDER}${service}/${route}`, `/${route}/`]
        .filter((path) => pattern.test(path) === (bulk === undefined))
        .map((path) => `${service}: ${path}`),
    ),
  );
  expect(wrong).toEqual([]);
});
