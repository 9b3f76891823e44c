import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { z } from "zod";
import { parseRedisUrl } from "./redis.ts";
import { socialLink } from "../contract/status.ts";
import { parseIdentifier } from "../contract/identifiers.ts";
import { compatServices, isCompatService, type CompatService } from "./compat-services.ts";

/*
 * The form of each variable's value. Every message goes on where the name of a variable ended,
 * and none repeats a value: it may hold a password.
 */

/** A text that `read` turns into a value, or refuses with a message. */
const readAs = <Value>(read: (text: string, refuse: (message: string) => never) => Value) =>
  z.string().transform((text, context) =>
    read(text, (message) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
  );

/** The parts of a text, separated by commas; one too many, as at the end, adds none. */
const listIn = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** A number, written as `pattern` says. */
const number = (pattern: RegExp, message: string, isInRange = (_number: number) => true) =>
  z.string().regex(pattern, message).transform(Number).refine(isInRange, message);

export const port = number(
  /^[0-9]{1,5}$/,
  "must be a port number from 0 to 65535",
  (port) => port <= 65_535,
);

export const seconds = number(
  /^[1-9][0-9]{0,8}$/,
  "must be a whole number of seconds from 1 to 999999999",
);

export const processes = number(/^0?[1-9]$|^[1-9][0-9]$/, "must be a number from 1 to 99");

export const hops = number(/^[0-9]$/, "must be a number from 0 to 9");

export const factor = number(
  /^[0-9]{1,6}(\.[0-9]{1,3})?$/,
  "must be a number from 0.001 to 999999, such as 1 or 2.5",
  (factor) => factor > 0,
);

/** Paths are appended to it, so it has no query or fragment. A password would be sent, logged or shown. */
export const baseUrl = readAs((text, refuse) => {
  const url = text.trim();
  if (!isUrl(url, ["http:", "https:"])) return refuse("must be an http or https URL");
  const { username, password } = new URL(url);
  if (username + password !== "") return refuse("must not contain a user name or a password");
  if (/[?#]/.test(url)) return refuse("must not contain ? or #");
  return url.replace(/\/+$/, "");
});

/** This service's own URL. Links, scripts and redirects begin at the root of a host, so it has no path. */
export const publicUrl = readAs((text, refuse) => {
  const { data: url, error } = baseUrl.safeParse(text);
  if (url === undefined) return refuse(error?.issues[0]?.message ?? "");
  if (/^\w+:\/\/[^/]+$/.test(url)) return url;
  return refuse(
    "must not have a path: give Nametag a host name of its own, such as https://players.example.org",
  );
});

/** The address at which people reach the operator. It stands in a line of text, so it has no spaces. */
export const contactUrl = readAs((text, refuse) => {
  const url = text.trim();
  if (isUrl(url, ["http:", "https:"]) || /^mailto:[^\s@]+@[^\s@]+$/.test(url)) return url;
  return refuse("must be an address like mailto:you@example.org or https://example.org/contact");
});

/** The operator's name, for pages. */
export const operatorName = readAs((text, refuse) => {
  const name = text.trim();
  // Neither control characters, nor those that turn the direction of the text after them.
  const isOneLine = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]{1,60}$/u.test(name);
  return isOneLine ? name : refuse("must be a text of up to 60 characters, in one line");
});

/** An upstream that can be turned off. */
export const optionalUpstream = z.union([z.literal("off").transform(() => null), baseUrl], {
  error: "must be off, or an http or https URL without user name, password, ? and #",
});

/** The URL of a Redis, a cluster or sentinels. */
export const redisUrl = readAs((text, refuse) => {
  const url = text.trim();
  try {
    parseRedisUrl(url);
    return url;
  } catch (error) {
    return refuse((error as Error).message);
  }
});

/** The certificates of a file, by which servers have to prove themselves; read once. */
export const certificates = readAs((file, refuse) => {
  const text = unlessItThrows((path) => readFileSync(path, "utf8"), file) ?? "";
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const isCertificate = (pem: string) =>
    unlessItThrows((certificate) => new X509Certificate(certificate), pem) !== undefined;
  if (found.length > 0 && found.every(isCertificate)) return found.join("\n");
  return refuse("must be a file of certificates in PEM");
});

/** Sent in a header, which takes these characters only. */
export const secret = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must not contain spaces or characters outside ASCII");

/**
 * Without a port, which is a variable of its own. An IPv6 address may stand in brackets, as in a URL. Some shells set
 * HOST to the name of the machine: that says nothing about where to listen.
 */
export const host = readAs((text, refuse) => {
  if (text === hostname()) return undefined;
  const name = text.replace(/^\[(.*)\]$/, "$1");
  if (isIP(name) === 6 || (name === text && (isIP(text) !== 0 || /^[\w.-]+$/.test(text))))
    return name;
  return refuse("must be an IP address or a host name, without a port, which is in PORT");
});

export const directory = z
  .string()
  .regex(/^[^\0]*[^\s\0][^\0]*$/, "must be the path of a folder")
  .regex(/^(?!~)/, "must be a path without ~, which only a shell replaces");

const SWITCH = new Map<string, "on" | "off">([
  ...["on", "true", "yes", "1"].map((word) => [word, "on"] as const),
  ...["off", "false", "no", "0"].map((word) => [word, "off"] as const),
]);

export const onOff = readAs(
  (text, refuse) => SWITCH.get(text.trim().toLowerCase()) ?? refuse("must be on or off"),
);

/** UUIDs of Java accounts and XUIDs, separated by commas. */
export const playerIds = readAs((text, refuse) => {
  const ids = new Set<string>();
  for (const part of listIn(text)) {
    const identifier = parseIdentifier(part);
    if (identifier?.kind === "java-uuid") ids.add(identifier.uuid);
    else if (identifier !== null && "xuid" in identifier) ids.add(identifier.xuid);
    else return refuse("must be UUIDs of Java players and XUIDs, separated by commas");
  }
  return ids;
});

/** The prefix that servers put before the names of Bedrock players, which Java's rules then allow. */
export const bedrockPrefix = z
  .string()
  .regex(/^[\x21-\x7e]{1,15}$/, "must be 1 to 15 characters of ASCII, none of them a space");

export const compatService = oneOf(compatServices);

const NOT_SOURCES =
  "must be API roots such as https://skins.example/api/yggdrasil, separated by commas, each on a host of its own, with mojang at most once among them";

/**
 * API roots that are queried before and after the game's own services, whose place is `mojang`; with the
 * slash at their end if they are written with one, since some services know only one of the two.
 */
export const skinSources = readAs((text, refuse) => {
  const sources = listIn(text);
  const at = sources.indexOf("mojang");
  const roots = sources.toSpliced(at, at < 0 ? 0 : 1);
  const known = roots.filter((root) => baseUrl.safeParse(root).success);
  const hosts = new Set(known.map((root) => new URL(root).host));
  if (hosts.size < roots.length) return refuse(NOT_SOURCES);
  return { before: known.slice(0, Math.max(0, at)), after: known.slice(Math.max(0, at)) };
});

/**
 * A proxy of the operator's network; it may want a user name and a password. Machines and platforms set these variables
 * for all programs: a name with a port is a proxy that speaks HTTP, and one for SOCKS is none that can be used.
 */
export const proxy = readAs((text, refuse) => {
  const written = text.trim();
  if (isSocks(written)) return undefined;
  const url = /^[^/@]+:\d+\/?$/.test(written) ? `http://${written}` : written;
  if (isUrl(url, ["http:", "https:"]) && /^\/?$/.test(new URL(url).pathname)) return url;
  return refuse("must be the URL of a proxy, such as http://proxy.example.org:3128");
});

/** True for a proxy that speaks SOCKS, which HTTP clients like ours do not. */
export const isSocks = (proxyUrl: string) => /^socks\w*:\/\//i.test(proxyUrl.trim());

export const thirdPartyCapes = z.enum(["off", "optifine"], "must be off or optifine");

/** Pairs of a host name and a service: `heads.example.org=crafthead,avatars.example.org=mc-heads`. */
export const compatHosts = readAs((text, refuse) => {
  const pairs = listIn(text.toLowerCase()).map((pair) => pair.split("="));
  const hosts = new Map<string, CompatService>();
  for (const [name = "", service = "", ...rest] of pairs) {
    if (!/^[\w.-]+$/.test(name) || !isCompatService(service) || rest.length > 0) {
      return refuse(
        `must be pairs such as heads.example.org=crafthead, separated by commas; the services are ${compatServices.join(", ")}`,
      );
    }
    hosts.set(name, service);
  }
  return hosts;
});

export const socialLinks = readAs((text, refuse) => {
  const links = z.array(socialLink).safeParse(unlessItThrows(JSON.parse, text));
  if (links.success) return links.data;
  const where = links.error.issues[0]?.path.join(".") ?? "";
  return refuse(
    `must be a JSON array of {"platform", "label", "url"}, all of them strings, each url an http or https URL${where && ` (wrong at ${where})`}`,
  );
});

export const egressName = z
  .string()
  .regex(/^[\w.-]{1,64}$/, "must be up to 64 letters, digits, dots, dashes and underscores");

export const logLevel = z
  .string()
  .toLowerCase()
  .pipe(oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]));

function oneOf<const Names extends readonly string[]>(names: Names) {
  return z.enum(names, `must be one of ${names.join(", ")}`);
}

/** True for a URL with one of these protocols and a host, of which the parser drops nothing. */
function isUrl(text: string, protocols: readonly string[]): boolean {
  if (/[\s\\]/.test(text) || !/^\w+:\/\/[^/]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  // A lone % cannot be decoded.
  const isEncoded = unlessItThrows(decodeURIComponent, username + password) !== undefined;
  return protocols.includes(protocol) && hostname !== "" && isEncoded;
}

/** The value that `read` finds in a text, or undefined if it throws. */
function unlessItThrows<Value>(read: (text: string) => Value, text: string): Value | undefined {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}
