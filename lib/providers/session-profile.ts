import { z } from "zod";
import {
  isTextureHash,
  parseAnyUuid,
  parseJavaUuid,
  type JavaUuid,
  type TextureHash,
} from "../contract/identifiers.ts";
import type { SkinModel } from "../contract/profile.ts";
import { UpstreamFailure, type CallName } from "./failure.ts";
import { toAccount, type JavaAccount } from "./mojang-names.ts";
import type { UpstreamResponse } from "./upstream/response.ts";

/*
 * The profile of a UUID, as the game's session server sends it and other skin services after its model.
 */

/** The host in every texture URL that Mojang signs. */
export const TEXTURES_HOST = "textures.minecraft.net";

/** Longer than any real one, which has two addresses and a name. */
const LONGEST_PROPERTY = 8_192;
/** The path before a hash; mirrors may serve it below a folder of their own. */
const TEXTURE_PATH = /^(?:\/[\w-]+)?\/texture\//;
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

/** The statuses besides 200 that mean something here. */
export const sessionStatuses = [204, 404] as const;

/** The textures that a profile names, by their URLs; null where there is none. */
export interface TextureUrls {
  skin: { url: string; model: SkinModel } | null;
  cape: { url: string } | null;
}

/** An account, and its textures property as it was sent. */
export interface Session extends JavaAccount {
  property: { value?: unknown; signature?: unknown } | undefined;
}

/** The property `textures` as it was sent: base64, and signed by Mojang when that was requested. */
export interface TexturesProperty {
  value: string;
  signature?: string;
}

/** Reads the profile of a UUID, or that no account has it (204, at times 404). */
export function readSession(
  call: CallName,
  asked: JavaUuid,
  response: UpstreamResponse,
  parseUuid = parseJavaUuid,
): Session | null {
  if (response.status === 204 && response.bytes.length === 0) return null;
  if (response.status === 404 && response.maybeJson(unknownUuid) !== null) return null;
  if (response.status !== 200) {
    throw new UpstreamFailure("bad-response", call, `unclear response (${response.status})`);
  }
  const session = response.json(sessionSchema);
  const account = toAccount(call, session, parseUuid);
  if (account.uuid !== asked) {
    throw new UpstreamFailure("mismatch", call, "its response is about another UUID");
  }
  // Without skin and cape the property is there too, with no texture in it.
  const property = session.properties.find(({ name }) => name === "textures");
  return { ...account, property };
}

/**
 * Reads the base64 `textures` property of a profile. Null when it is missing, unreadable or about
 * another player: then nothing is known about this player's textures, which is not the same as none.
 */
export function readTextureUrls(value: unknown, uuid: JavaUuid): TextureUrls | null {
  const property = decode(value);
  if (property === null || parseAnyUuid(property.profileId) !== uuid) return null;
  const { SKIN, CAPE } = property.textures;
  const model = SKIN?.metadata?.model === "slim" ? "slim" : "classic";
  return { skin: SKIN ? { url: SKIN.url, model } : null, cape: CAPE ? { url: CAPE.url } : null };
}

/** A readable property, unchanged: the signature covers every character of the value. */
export function texturesProperty({
  value,
  signature,
}: NonNullable<Session["property"]>): TexturesProperty {
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
export function textureHashOf(text: string, hosts: ReadonlySet<string>): TextureHash | null {
  const url = parseTextureUrl(text);
  if (url === null || !hosts.has(url.host)) return null;
  const hash = url.pathname.replace(TEXTURE_PATH, "");
  return url.pathname !== hash && isTextureHash(hash) ? hash : null;
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
