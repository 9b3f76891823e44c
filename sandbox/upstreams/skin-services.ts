import { parseUuid } from "../player.ts";
import { textureUrl, texturesProperty } from "./mojang-session.ts";
import {
  json,
  retryAfterHeader,
  route,
  type Call,
  type Reply,
  type Route,
  type Upstream,
} from "./upstream.ts";

const refuse = (status: number, error: string, errorMessage: string): Reply =>
  json(status, { error, errorMessage });

const common: Pick<Upstream, "noRoute" | "throttled" | "envelope"> = {
  noRoute: () => refuse(404, "Not Found", "No such endpoint"),
  throttled: (_, retryAfter) =>
    json(429, { error: "Too Many Requests" }, retryAfterHeader(retryAfter)),
  envelope: () => refuse(200, "InternalServerError", "Something broke"),
};

const metadata: Route["respond"] = () =>
  json(200, {
    meta: { serverName: "Sandbox skins" },
    skinDomains: ["textures.example", ".cdn.example"],
    signaturePublickey: "none",
  });

/** A skin service with the API that authlib-injector specifies, and drasl's rules for names. */
export const injector: Upstream = {
  name: "injector",
  routes: [
    route("injector.metadata", "/", metadata),
    route("injector.names", "/api/profiles/minecraft", refusingNames, "POST"),
    route("injector.profile", "/sessionserver/session/minecraft/profile/{uuid}", profile),
    route("injector.texture", "/textures/{hash}", texture),
  ],
  ...common,
};

/** Blessing Skin on Apache: names of any kind, and a root that must have no slash at its end. */
export const blessing: Upstream = {
  name: "blessing",
  routes: [
    route("blessing.slash", "/api/yggdrasil/", ({ headers }) => ({
      status: 301,
      headers: {
        "content-type": "text/html; charset=iso-8859-1",
        location: `http://${headers["host"]}/blessing/api/yggdrasil`,
      },
      body: "<title>301 Moved Permanently</title>",
    })),
    route("blessing.metadata", "/api/yggdrasil", metadata),
    route("blessing.names", "/api/yggdrasil/api/profiles/minecraft", byNames, "POST"),
    route(
      "blessing.profile",
      "/api/yggdrasil/sessionserver/session/minecraft/profile/{uuid}",
      profile,
    ),
    route("blessing.texture", "/textures/{hash}", texture),
  ],
  ...common,
};

/** A skin service with the API of the game itself, and drasl's rules for names. */
export const lookalike: Upstream = {
  name: "lookalike",
  routes: [
    route("lookalike.name", "/users/profiles/minecraft/{name}", byName),
    route("lookalike.profile", "/session/minecraft/profile/{uuid}", profile),
    route("lookalike.texture", "/textures/{hash}", texture),
  ],
  ...common,
};

/** An invented service like it, whose names have 64 characters of any kind. */
export const openLookalike: Upstream = {
  name: "open-lookalike",
  routes: [
    route("open-lookalike.name", "/users/profiles/minecraft/{name}", accountOf),
    route("open-lookalike.profile", "/session/minecraft/profile/{uuid}", profile),
    route("open-lookalike.texture", "/textures/{hash}", texture),
  ],
  ...common,
};

const LONGEST_NAME = 16;
const isTooLong = (name: string) => Buffer.byteLength(name) > LONGEST_NAME;
const isValid = (name: string) => /^\w+$/.test(name);

function violation(path: string, errorMessage: string): Reply {
  return json(400, { path, error: "CONSTRAINT_VIOLATION", errorMessage });
}

function refusingNames(call: Call): Reply {
  const list = "getProfileName.profileNames";
  const names = JSON.parse(call.body) as string[];
  const at = names.findIndex((name) => isTooLong(name) || !isValid(name));
  if (at === -1) return byNames(call);
  const field = `${list}[${at}].<list element>`;
  if (!isTooLong(names[at] ?? "")) return violation(call.path, `${field}: Invalid profile name`);
  // Its second index is always 1.
  return violation(
    call.path,
    `${field}: size must be between 1 and ${LONGEST_NAME}, ${list}[1].<list element>: Invalid profile name`,
  );
}

function byNames({ body, world }: Call): Reply {
  const found = (JSON.parse(body) as string[]).flatMap((name) => world.serviceByName(name) ?? []);
  return json(
    200,
    found.map(({ uuid: id, name }) => ({ id, name })),
  );
}

function byName(call: Call): Reply {
  const { name = "" } = call.params;
  const field = "getProfileName.name";
  const invalid = `${field}: Invalid profile name`;
  if (isTooLong(name)) {
    return violation(call.path, `${invalid}, ${field}: size must be between 1 and ${LONGEST_NAME}`);
  }
  return isValid(name) ? accountOf(call) : violation(call.path, invalid);
}

function accountOf({ path, params, world }: Call): Reply {
  const { name = "" } = params;
  const account = world.serviceByName(name);
  if (account) return json(200, { id: account.uuid, name: account.name });
  return json(404, { path, errorMessage: `Couldn't find any profile with name ${name}` });
}

function profile({ params, headers, key, world, query }: Call): Reply {
  const account = world.serviceByUuid(parseUuid(params["uuid"] ?? "") ?? "");
  if (!account) return { status: 204 };
  const urlOf = (hash: string) =>
    // This one has the skins of the game where they are.
    account.name === "Borrowed_Bea" && hash === account.skin?.hash
      ? textureUrl(hash)
      : `http://${headers["host"]}/${key.split(".")[0]}/textures/${hash}`;
  const signed = query.get("unsigned") === "false";
  // A fallback player: the property of the game's account, as it is.
  const forwarded = account.forwards === undefined ? null : world.javaByUuid(account.forwards);
  const property = forwarded
    ? texturesProperty(forwarded, forwarded, { signed })
    : texturesProperty(account, account, { signed, urlOf, metadataOf: wordsOf(key) });
  return json(200, { id: account.uuid, name: account.name, properties: [property] });
}

/** Like drasl, the one that looks like the game has a word for wide arms, too. */
function wordsOf(key: string) {
  return key.startsWith("lookalike.")
    ? (model: string) => ({ metadata: { model } })
    : (model: string) => (model === "slim" ? { metadata: { model } } : {});
}

function texture({ params, world }: Call): Reply {
  const bytes = world.texture(params["hash"] ?? "");
  if (!bytes) return refuse(404, "Not Found", "No such texture");
  return { status: 200, headers: { "content-type": "image/png" }, body: bytes };
}

/** `s.optifine.net`: capes by username, in the spelling of the game. */
export const optifine: Upstream = {
  name: "optifine",
  routes: [
    route("optifine.cape", "/capes/{name}.png", ({ params, world }) => {
      const bytes = world.texture(world.optiFineCapeOf(params["name"] ?? "") ?? "");
      return bytes
        ? { status: 200, headers: { "content-type": "image/png" }, body: bytes }
        : NO_CAPE;
    }),
  ],
  noRoute: () => NO_CAPE,
  throttled: (_, retryAfter) => ({ status: 429, headers: retryAfterHeader(retryAfter), body: "" }),
  envelope: () => json(200, { error: "Internal Server Error" }),
};

const NO_CAPE: Reply = {
  status: 404,
  headers: { "content-type": "text/html" },
  body: "<html><body>Not Found</body></html>",
};
