import { hostname } from "node:os";
import { editsBetween } from "../contract/similarity.ts";
import { variables, type Configuration } from "./configuration.ts";
import { isSocks } from "./values.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The sources whose limits `UPSTREAM_RATE_FACTOR` would break, by the variable that may name a mirror instead. */
const LIMITED = [
  "MOJANG_API_URL",
  "MOJANG_LEGACY_API_URL",
  "MOJANG_SESSION_URL",
  "GEYSER_API_URL",
] as const;

/** Settings that are valid and probably not what was meant, a sentence each for the operator. */
export function remarksOn(env: Environment, configuration: Configuration): string[] {
  return [
    ...misspelt(env),
    ...socksProxies(env),
    ...(env["HOST"] === hostname()
      ? [
          "HOST is the name of this machine, as some shells set it, and was passed over. To listen on one address only, set HOST to that address.",
        ]
      : []),
    ...tooFast(configuration),
  ];
}

/** Variables whose name is nearly that of one of ours. */
function misspelt(env: Environment): string[] {
  const known = Object.keys(variables);
  return Object.keys(env)
    .filter(
      (name) => env[name] !== "" && !known.includes(name) && !known.includes(name.toUpperCase()),
    )
    .flatMap((name) => {
      const meant = known.find((one) => isNearly(name, one) && env[one] === undefined);
      return meant === undefined ? [] : [`${name} is no variable of Nametag. Is ${meant} meant?`];
    });
}

/** Short names are too close to each other, and to those of other programs. */
const SHORT = 6;

function isNearly(name: string, known: string): boolean {
  const letters = (text: string) => text.replaceAll(/[_-]/g, "").toUpperCase();
  if (letters(name) === letters(known)) return true;
  return known.length > SHORT && editsBetween(name.toUpperCase(), known) === 1;
}

function socksProxies(env: Environment): string[] {
  return ["HTTPS_PROXY", "HTTP_PROXY"]
    .filter((name) => [name.toLowerCase(), name].some((written) => isSocks(env[written] ?? "")))
    .map(
      (name) =>
        `${name} is a SOCKS proxy, which Nametag cannot use: requests to providers leave without a proxy.`,
    );
}

function tooFast(configuration: Configuration): string[] {
  const factor = configuration.UPSTREAM_RATE_FACTOR;
  const realProviders = LIMITED.filter(
    (name) => configuration[name] === variables[name].parse(undefined),
  );
  if (factor <= 1 || realProviders.length === 0) return [];
  return [
    `UPSTREAM_RATE_FACTOR is ${factor} against the real providers (${realProviders.join(", ")}): they will block this address. Leave it at 1 unless these are mirrors of your own.`,
  ];
}
