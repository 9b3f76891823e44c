import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { z } from "zod";
import { socialLink } from "./contract/activity.ts";
import { parseIdentifier } from "./contract/identifiers.ts";
import { compatServices, isCompatService, type CompatService } from "./contract/compat.ts";

/*
 * What the values of variables look like. Every message goes on where the name of a variable ended,
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

const NOT_A_PORT = "must be a port number from 0 to 65535";

export const port = z
  .string()
  .regex(/^[0-9]{1,5}$/, NOT_A_PORT)
  .transform(Number)
  .refine((number) => number <= 65_535, NOT_A_PORT)
  .default(3000);

export const seconds = (byDefault: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, "must be a whole number of seconds from 1 to 999999999")
    .transform(Number)
    .default(byDefault);

/** Has no part that would come to stand before a path; a password would be sent, logged or shown. */
export const baseUrl = z
  .string()
  .trim()
  .refine((text) => isUrl(text, ["http:", "https:"]), {
    error: "must be an http or https URL",
    abort: true,
  })
  .refine((text) => !hasCredentials(text), {
    error: "must not contain a user name or a password",
    abort: true,
  })
  .refine((text) => !/[?#]/.test(text), "must not contain ? or #")
  .transform((text) => text.replace(/\/+$/, ""));

/** Where people reach the operator. It stands in a line of text, so it has no spaces. */
export const contactUrl = z
  .string()
  .trim()
  .refine(
    (text) => isUrl(text, ["http:", "https:"]) || /^mailto:[^\s@]+@[^\s@]+$/.test(text),
    "must be an address like mailto:you@example.org or https://example.org/contact",
  );

export const upstream = (byDefault: string) => baseUrl.default(byDefault);

/** An upstream that can be turned off. */
export const optionalUpstream = (byDefault: string) =>
  z
    .union([z.literal("off").transform(() => null), baseUrl], {
      error: "must be off, or an http or https URL without user name, password, ? and #",
    })
    .default(byDefault === "off" ? null : byDefault);

export const redisUrl = z
  .string()
  .trim()
  .refine((text) => isUrl(text, ["redis:", "rediss:"]), {
    error:
      "must be a URL like redis://host:6379 or rediss://user:password@host:6379/0, special characters of the password as %XX",
    abort: true,
  })
  .refine((text) => /^(\/\d{0,5})?$/.test(new URL(text).pathname) && !/[?#]/.test(text), {
    error: "must end in the number of a database, or nothing",
    abort: true,
  });

/** Sent in a header, which takes these characters only. */
export const secret = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must not contain spaces or characters outside ASCII");

/** Without a port, which is a variable of its own. */
export const host = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || /^[\w.-]+$/.test(text),
    "must be an IP address or a host name",
  )
  .default("0.0.0.0");

export const directory = z.string().regex(/^[^\0]*[^\s\0][^\0]*$/, "must be the path of a folder");

export const onOff = z.enum(["on", "off"], "must be on or off").default("on");

/** UUIDs of Java accounts and XUIDs, separated by commas. */
export const playerIds = readAs((text, refuse) => {
  const ids = new Set<string>();
  for (const part of text.split(",")) {
    const identifier = parseIdentifier(part);
    if (identifier?.kind === "java-uuid") ids.add(identifier.uuid);
    else if (identifier?.kind === "xuid") ids.add(identifier.xuid);
    else return refuse("must be UUIDs of Java players and XUIDs, separated by commas");
  }
  return ids;
}).default(new Set<string>());

export const compatService = z.enum(compatServices, {
  error: `must be one of ${compatServices.join(", ")}`,
});

const NOT_SOURCES =
  "must be API roots such as https://skins.example/api/yggdrasil, separated by commas, each on a host of its own, with mojang at most once among them";

/** API roots that are queried before and after the game's own services, whose place is `mojang`. */
export const skinSources = readAs((text, refuse) => {
  const given = text.split(",").map((part) => part.trim());
  const at = given.indexOf("mojang");
  const roots = given.toSpliced(at, at < 0 ? 0 : 1).map((part) => baseUrl.safeParse(part).data);
  const known = roots.filter((root) => root !== undefined);
  const hosts = new Set(known.map((root) => new URL(root).host));
  if (hosts.size < roots.length) return refuse(NOT_SOURCES);
  return { before: known.slice(0, Math.max(0, at)), after: known.slice(Math.max(0, at)) };
}).default({ before: [], after: [] });

export const thirdPartyCapes = z
  .enum(["off", "optifine"], { error: "must be off or optifine" })
  .default("off");

/** Pairs of a host name and a service: `heads.example.org=crafthead,avatars.example.org=mc-heads`. */
export const compatHosts = readAs((text, refuse) => {
  const pairs = text.split(",").map((pair) => pair.trim().toLowerCase().split("="));
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
}).default(new Map<string, CompatService>());

const WHAT_SOCIAL_LINKS_ARE =
  'must be a JSON array of {"platform", "label", "url"}, all of them strings, each url an http or https URL';

export const socialLinks = readAs((text, refuse) => {
  const links = z.array(socialLink).safeParse(parseJson(text));
  if (links.success) return links.data;
  const where = links.error.issues[0]?.path.join(".") ?? "";
  return refuse(WHAT_SOCIAL_LINKS_ARE + (where === "" ? "" : ` (wrong at ${where})`));
}).default([]);

const NOT_A_FACTOR = "must be a number from 0.001 to 999999, such as 1 or 2.5";

export const factor = z
  .string()
  .regex(/^[0-9]{1,6}(\.[0-9]{1,3})?$/, NOT_A_FACTOR)
  .transform(Number)
  .refine((number) => number > 0, NOT_A_FACTOR)
  .default(1);

const NOT_RATES = "must be rates like geyser=2-20,mojang-session=5-30, each a start and a ceiling";
const RATES = /^([a-z0-9.-]+)=(\d{1,6}(?:\.\d{1,3})?)-(\d{1,6}(?:\.\d{1,3})?)$/;

/** Where the rates of providers begin, and how far they may rise. */
export const rates = readAs((text, refuse) => {
  const found = new Map<string, { rate: number; ceiling: number }>();
  for (const part of text.split(",")) {
    const [, name = "", start = "", end = ""] = RATES.exec(part.trim()) ?? [];
    const [rate, ceiling] = [Number(start), Number(end)];
    if (rate > ceiling) {
      const tooHigh = `begin at ${rate} a second, above its ceiling of ${ceiling}`;
      return refuse(`must not let ${name} ${tooHigh}`);
    }
    if (rate === 0) return refuse(NOT_RATES);
    found.set(name, { rate, ceiling });
  }
  return found;
}).default(new Map());

export const egressName = z
  .string()
  .regex(/^[\w.-]{1,64}$/, "must be up to 64 letters, digits, dots, dashes and underscores")
  .optional();

/** Local addresses, separated by commas. */
export const egressAddresses = readAs((text, refuse) => {
  const addresses = [...new Set(text.split(",").map((part) => part.trim()))];
  const foreign = addresses.find((address) => !isLocal(address));
  if (foreign === undefined) return addresses;
  // What is no address may be a secret.
  const which = isIP(foreign) === 0 ? "separated by commas" : `and ${foreign} is not one`;
  return refuse(`must be IP addresses of this machine, ${which}`);
}).default([]);

/** Whether this machine has an address; it has every one that is its loopback interface's. */
function isLocal(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const own = new BlockList();
  for (const { address: known, cidr, internal, family } of Object.values(networkInterfaces())
    .flat()
    .filter((one) => one !== undefined)) {
    const kind = family === "IPv4" ? "ipv4" : "ipv6";
    const prefix = Number(cidr?.split("/")[1]);
    if (internal && kind === "ipv4") own.addSubnet(known, prefix, kind);
    else own.addAddress(known, kind);
  }
  return own.check(address, version === 4 ? "ipv4" : "ipv6");
}

/** The numbers that a pattern lets through. */
export const count = (pattern: RegExp, range: string, byDefault: number) =>
  z.string().regex(pattern, `must be a number from ${range}`).transform(Number).default(byDefault);

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export const logLevel = z
  .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(", ")}` })
  .default("info");

/** Whether a text is an address with a host, by one of these protocols, of which nothing is dropped. */
function isUrl(text: string, protocols: readonly string[]): boolean {
  if (/[\s\\]/.test(text) || !/^\w+:\/\/[^/]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocols.includes(protocol) && hostname !== "" && isEncoded(username + password);
}

/** False for a lone %, which whoever decodes the text trips over. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function hasCredentials(text: string): boolean {
  const { username, password } = new URL(text);
  return username !== "" || password !== "";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
