import { z } from "zod";
import {
  isTextureHash,
  parseAnyUuid,
  type JavaUuid,
  type TextureHash,
} from "../contract/identifiers.ts";
import type { SkinModel } from "../contract/profile.ts";
import type { Deadline } from "./deadline.ts";
import { toAccount, type JavaAccount } from "./mojang-names.ts";
import type { Upstream } from "./upstream/request.ts";
import type { UpstreamResponse } from "./upstream/response.ts";

/*
 * Profiles and textures, as the game's services send them and other skin services after their model.
 */

/** The host in every texture URL that Mojang signs. */
export const TEXTURES_HOST = "textures.minecraft.net";

/** Longer than any real one, which has two addresses and a name. */
const LONGEST_PROPERTY = 8_192;
/** The path before a hash; mirrors may serve it below a folder of their own. */
const TEXTURE_PATH = /^(?:\/[\w-]+)?\/texture\//;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const texture = z.object({ url: z.string() });
/** The game mentions only slim arms; authlib-injector's specification also has a word for the others. */
const skinTexture = texture.extend({
  metadata: z.object({ model: z.enum(["slim", "default"]) }).optional(),
});

const propertySchema = z.object({
  profileId: z.string(),
  textures: z.object({ SKIN: skinTexture.optional(), CAPE: texture.optional() }),
});

const sessionSchema = z.object({
  id: z.string(),
  name: z.string(),
  properties: z.array(z.looseObject({ name: z.string(), value: z.unknown() })),
});
/** 404, in the form in which the lookup service says that no account has a UUID. */
const unknownUuid = z.strictObject({
  path: z.string(),
  error: z.enum(["NOT_FOUND", "NOT FOUND"]),
  errorMessage: z.literal("Not Found"),
});

/** Textures by what they are known by here; null where there is none. */
export interface Textures<Texture> {
  skin: (Texture & { model: SkinModel }) | null;
  cape: Texture | null;
}

/** A player with textures, which are null when they came unreadable. */
export interface Profile<Texture> extends JavaAccount {
  textures: Textures<Texture> | null;
  /** Where a signature was requested and the textures are readable. */
  property?: TexturesProperty;
}

/** The property `textures` as it was sent: base64, and signed by Mojang when that was requested. */
export interface TexturesProperty {
  value: string;
  signature?: string;
}

/** Where profiles are requested, and how they are read. */
export interface ProfileSource<Texture> {
  provider: string;
  /** The URL before `/session/minecraft/profile/`. */
  baseUrl: string;
  /** Null for a UUID that no player has here. */
  parseUuid(text: string): JavaUuid | null;
  /** Null where this source may not name a texture. */
  textureAt(url: string): Texture | null;
}

/** Requests the profile of a UUID; null when no account has it. */
export function requestProfile<Texture extends object>(
  upstream: Upstream,
  { provider, baseUrl, parseUuid, textureAt }: ProfileSource<Texture>,
  uuid: JavaUuid,
  deadline: Deadline,
  signed = false,
): Promise<Profile<Texture> | null> {
  return upstream({
    provider,
    operation: "profile",
    url: `${baseUrl}/session/minecraft/profile/${uuid}${signed ? "?unsigned=false" : ""}`,
    expects: "json",
    alsoReads: [204, 404],
    deadline,
    read(response) {
      // Usually 204, at times 404.
      if (response.status === 204 && response.bytes.length === 0) return null;
      if (response.status === 404 && response.maybeJson(unknownUuid) !== null) return null;
      if (response.status !== 200) throw response.failure(`unclear response (${response.status})`);
      const session = response.json(sessionSchema);
      const account = toAccount(response, session, parseUuid);
      if (account.uuid !== uuid) {
        throw response.failure("its response is about another UUID", "mismatch");
      }
      // Without skin and cape the property is there too, with no texture in it.
      const property = session.properties.find(({ name }) => name === "textures");
      const textures = readTextures(property?.value, uuid, textureAt);
      if (!signed || property === undefined || textures === null) return { ...account, textures };
      return { ...account, textures, property: texturesProperty(property) };
    },
  });
}

/**
 * Reads the base64 `textures` property of a profile. Null when it is missing, unreadable, about
 * another player, or names a texture that it may not: then nothing is known about this player's
 * textures, which is not the same as none.
 */
export function readTextures<Texture extends object>(
  value: unknown,
  uuid: JavaUuid,
  textureAt: (url: string) => Texture | null,
): Textures<Texture> | null {
  const property = decode(value);
  if (property === null || parseAnyUuid(property.profileId) !== uuid) return null;
  const { SKIN, CAPE } = property.textures;
  const skin = SKIN && textureAt(SKIN.url);
  const cape = CAPE && textureAt(CAPE.url);
  if (skin === null || cape === null) return null;
  const model = SKIN?.metadata?.model === "slim" ? "slim" : "classic";
  return { skin: skin ? { ...skin, model } : null, cape: cape ?? null };
}

/** A readable property, unchanged: the signature covers every character of the value. */
function texturesProperty({ value, signature }: Record<string, unknown>): TexturesProperty {
  const isSignature =
    typeof signature === "string" && signature.length <= LONGEST_PROPERTY && BASE64.test(signature);
  return { value: String(value), ...(isSignature && { signature }) };
}

/** An http or https URL without credentials, or null. */
export function parseTextureUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.username === "" && url.password === "" && /^https?:$/.test(url.protocol);
  return isPlain ? url : null;
}

/**
 * The hash in a texture URL of an allowed host, or null. Only the hash is used further: the URL
 * that is fetched is our own, so whatever else this one says cannot lead anywhere.
 */
export function hashIn(text: string, hosts: ReadonlySet<string>): { hash: TextureHash } | null {
  const url = parseTextureUrl(text);
  if (url === null || !hosts.has(url.host)) return null;
  const hash = url.pathname.replace(TEXTURE_PATH, "");
  return url.pathname !== hash && isTextureHash(hash) ? { hash } : null;
}

function decode(value: unknown): z.infer<typeof propertySchema> | null {
  // Buffer.from skips what is not base64, so the alphabet is checked first.
  if (typeof value !== "string" || value.length > LONGEST_PROPERTY || !BASE64.test(value))
    return null;
  try {
    const text = Buffer.from(value, "base64").toString("utf8");
    const result = propertySchema.safeParse(JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

/** Reads the bytes of a texture from a store of files, or that there is no such file. */
export function readTexture(response: UpstreamResponse): Uint8Array | null {
  // The 404 of a file store means that there is no such file, in whatever words; a web page is what a
  // gateway before it says.
  if (response.status === 404 && !response.isHtml) return null;
  const isPng = PNG_SIGNATURE.every((byte, index) => response.bytes[index] === byte);
  if (response.status === 200 && isPng) return response.bytes;
  throw response.failure("sent no PNG");
}
