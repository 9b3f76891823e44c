import type { JavaAccount } from "../player.ts";
import {
  mojangJson,
  retryAfterHeader,
  route,
  type Call,
  type Reply,
  type Upstream,
} from "./upstream.ts";

const NAME = "/minecraft/profile/lookup/name/{name}";
const BULK = "/minecraft/profile/lookup/bulk/byname";

/** `api.minecraftservices.com`: looks up names. */
export const mojangApi = lookupService("mojang-api", [NAME], [BULK]);

/** `api.mojang.com`: the same, under older URLs as well. */
export const mojangLegacy = lookupService(
  "mojang-legacy",
  ["/users/profiles/minecraft/{name}", NAME],
  ["/profiles/minecraft", BULK],
);

function lookupService(name: string, names: string[], bulks: string[]): Upstream {
  return {
    name,
    routes: [
      ...names.map((path) => route(`${name}.name`, path, byName)),
      ...bulks.map((path) => route(`${name}.bulk`, path, byNames, "POST")),
    ],
    noRoute: (call) => refuse(call, 404, "NOT_FOUND", "Not Found"),
    throttled: (call, retryAfter) =>
      mojangJson(429, { path: call.path }, { ...OVER_LIMIT, ...retryAfterHeader(retryAfter) }),
    envelope: (call) => refuse(call, 200, "InternalServerException", "Internal Server Error"),
  };
}

function byName(call: Call): Reply {
  const { name = "" } = call.params;
  const fault = nameFault(name, "getProfileName.name", ["text", "length"]);
  if (fault) return refuse(call, 400, "CONSTRAINT_VIOLATION", fault);
  const account = call.world.javaByName(name);
  if (account) return json(brief(account));
  // Unlike other failures, a negative response has no `error`.
  return json(
    { path: call.path, errorMessage: `Couldn't find any profile with name ${name}` },
    404,
  );
}

function byNames(call: Call): Reply {
  if (!/^application\/json\b/i.test(call.headers["content-type"] ?? "")) {
    return refuse(call, 415, "UNSUPPORTED_MEDIA_TYPE", "Unsupported Media Type");
  }
  const names = parseNames(call.body);
  if (!names) return refuse(call, 400, "BAD_REQUEST", "Failed to read the request");
  const list = "getProfileName.profileNames";
  const tooMany = names.length > 10 ? `${list}: size must be between 0 and 10` : null;
  const fault =
    (names.length === 0 ? `${list}: must not be empty` : tooMany) ??
    names
      .map((name, at) => nameFault(name, `${list}[${at}].<list element>`, ["length", "text"]))
      .find((text) => text !== null);
  if (fault) return refuse(call, 400, "CONSTRAINT_VIOLATION", fault);
  const found = new Map(
    names.flatMap((name) => call.world.javaByName(name) ?? []).map((one) => [one.uuid, one]),
  );
  // The order is Mojang's own, not that of the request.
  const sorted = [...found.keys()].toSorted();
  return json(sorted.flatMap((uuid) => found.get(uuid) ?? []).map(brief));
}

function nameFault(name: string, where: string, order: readonly ("text" | "length")[]) {
  const isLengthWrong = name.length < 1 || name.length > 25;
  if (!isLengthWrong && /^[\w.@-]+$/.test(name)) return null;
  const texts = {
    text: `${where}: Invalid profile name`,
    length: isLengthWrong ? `${where}: size must be between 1 and 25` : null,
  };
  return order.flatMap((part) => texts[part] ?? []).join(", ");
}

function parseNames(body: string): string[] | null {
  try {
    const names: unknown = JSON.parse(body);
    const isList = Array.isArray(names) && names.every((name) => typeof name === "string");
    return isList ? names : null;
  } catch {
    return null;
  }
}

const brief = ({ uuid, name }: JavaAccount) => ({ id: uuid, name });

const UNDER_LIMIT = { "x-minecraft-rate-limit-result": "UNDER_LIMIT" };
const OVER_LIMIT = { "x-minecraft-rate-limit-result": "OVER_LIMIT" };

function json(value: unknown, status = 200): Reply {
  return mojangJson(status, value, UNDER_LIMIT);
}

function refuse(call: Call, status: number, error: string, errorMessage: string): Reply {
  return json({ path: call.path, error, errorMessage }, status);
}
