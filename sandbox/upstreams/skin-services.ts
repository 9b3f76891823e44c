import { parseUuid } from "../player.ts";
import { textureUrl, texturesProperty } from "./mojang-session.ts";
import { json, retryAfterHeader, route, type Call, type Reply, type Upstream } from "./upstream.ts";

const refuse = (status: number, error: string, errorMessage: string): Reply =>
  json(status, { error, errorMessage });

const common: Pick<Upstream, "noRoute" | "throttled" | "envelope"> = {
  noRoute: () => refuse(404, "Not Found", "No such endpoint"),
  throttled: (_, retryAfter) =>
    json(429, { error: "Too Many Requests" }, retryAfterHeader(retryAfter)),
  envelope: () => refuse(200, "InternalServerError", "Something broke"),
};

/** A skin service with the API that authlib-injector specifies. */
export const injector: Upstream = {
  name: "injector",
  routes: [
    route("injector.metadata", "/", () =>
      json(200, {
        meta: { serverName: "Sandbox skins" },
        skinDomains: ["textures.example", ".cdn.example"],
        signaturePublickey: "none",
      }),
    ),
    route("injector.names", "/api/profiles/minecraft", byNames, "POST"),
    route("injector.profile", "/sessionserver/session/minecraft/profile/{uuid}", profile),
    route("injector.texture", "/textures/{hash}", texture),
  ],
  ...common,
};

/** A skin service with the API of the game itself. */
export const lookalike: Upstream = {
  name: "lookalike",
  routes: [
    route("lookalike.name", "/users/profiles/minecraft/{name}", byName),
    route("lookalike.profile", "/session/minecraft/profile/{uuid}", profile),
    route("lookalike.texture", "/textures/{hash}", texture),
  ],
  ...common,
};

function byNames({ body, world }: Call): Reply {
  const found = (JSON.parse(body) as string[]).flatMap((name) => world.serviceByName(name) ?? []);
  return json(
    200,
    found.map(({ uuid: id, name }) => ({ id, name })),
  );
}

function byName({ path, params, world }: Call): Reply {
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
