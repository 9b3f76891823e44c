import { createHash } from "node:crypto";
import { parseUuid, type BedrockAccount, type JavaAccount } from "../player.ts";
import {
  json,
  mojangJson,
  print,
  retryAfterHeader,
  route,
  type Call,
  type Reply,
  type Upstream,
} from "./upstream.ts";

/** `sessionserver.mojang.com`: profiles with their textures. */
export const mojangSession: Upstream = {
  name: "mojang-session",
  routes: [route("mojang-session.profile", "/session/minecraft/profile/{uuid}", profile)],
  noRoute: (call) => mojangJson(404, { path: call.path }),
  throttled: (call, retryAfter) =>
    mojangJson(429, { path: call.path }, retryAfterHeader(retryAfter)),
  envelope: (call) => mojangJson(200, { path: call.path, error: "Internal Server Error" }),
};

function profile(call: Call): Reply {
  const { uuid: text = "" } = call.params;
  const uuid = parseUuid(text);
  if (!uuid) {
    return mojangJson(400, { path: call.path, errorMessage: `Not a valid UUID: ${text}` });
  }
  const account = call.world.javaByUuid(uuid);
  // Unlike the lookup service, this one returns an empty 204 for an unknown player.
  if (!account) return { status: 204 };
  const signed = call.query.get("unsigned") === "false";
  return mojangJson(200, {
    id: account.uuid,
    name: account.name,
    properties: [texturesProperty(account, account, { signed })],
    profileActions: [],
  });
}

/** The `textures` property of a profile: base64 around JSON, signed on request. */
export interface TexturesProperty {
  readonly name: "textures";
  readonly value: string;
  readonly signature?: string;
}

/** The textures of an account, under the id and name of the given profile. */
export function texturesProperty(
  account: JavaAccount | BedrockAccount,
  profile: { readonly uuid: string; readonly name: string },
  {
    signed = false,
    urlOf = textureUrl,
    metadataOf = metadata,
  }: { signed?: boolean; urlOf?: typeof textureUrl; metadataOf?: (model: Model) => object } = {},
): TexturesProperty {
  const { skin } = account;
  const cape = "uuid" in account ? account.cape : undefined;
  const value = Buffer.from(
    print(
      {
        timestamp: Date.now(),
        profileId: profile.uuid,
        profileName: profile.name,
        ...(signed ? { signatureRequired: true } : {}),
        textures: {
          ...(skin ? { SKIN: { url: urlOf(skin.hash), ...metadataOf(skin.model) } } : {}),
          ...(cape ? { CAPE: { url: urlOf(cape) } } : {}),
        },
      },
      "",
    ),
  ).toString("base64");
  return { name: "textures", value, ...(signed ? { signature: fakeSignature(value) } : {}) };
}

/** The URL as Mojang writes it: on its own host, and still without TLS. */
export function textureUrl(hash: string): string {
  return `http://textures.minecraft.net/texture/${hash}`;
}

type Model = "classic" | "slim";

function metadata(model: Model) {
  return model === "slim" ? { metadata: { model } } : {};
}

/** As long as a real signature, 512 bytes, but made without a key. */
function fakeSignature(value: string): string {
  const parts = Array.from({ length: 8 }, (_, part) =>
    createHash("sha512").update(`${part}${value}`).digest(),
  );
  return Buffer.concat(parts).toString("base64");
}

/** `textures.minecraft.net`: files by their hash. */
export const mojangTextures: Upstream = {
  name: "mojang-textures",
  routes: [route("mojang-textures.texture", "/texture/{hash}", texture)],
  noRoute: () => MISSING,
  throttled: (_, retryAfter) => ({
    status: 429,
    headers: { "content-type": "text/plain", ...retryAfterHeader(retryAfter) },
    body: "Too Many Requests",
  }),
  // The real one sometimes sends a JSON document in place of the image.
  envelope: (call) => json(200, { path: call.path, error: "Internal Server Error" }),
};

const MISSING: Reply = {
  status: 404,
  headers: { "content-type": "text/plain" },
  body: "Not Found",
};

function texture(call: Call): Reply {
  const { hash = "" } = call.params;
  const bytes = call.world.texture(hash);
  if (!bytes) return MISSING;
  return {
    status: 200,
    headers: {
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${hash}"`,
    },
    body: bytes,
  };
}
