import { z } from "zod";
import {
  isTextureHash,
  nameKey,
  parseAnyUuid,
  type JavaUuid,
  type ServiceName,
  type TextureHash,
} from "../contract/identifiers.ts";
import type { SkinModel } from "../contract/profile.ts";
import { GAME_LIMITS, type TextureFault } from "../textures/codec.ts";
import { PNG_SIGNATURE } from "../textures/png.ts";
import { isSameName, javaAccount, type JavaAccount } from "./accounts.ts";
import type { UpstreamRequest, UpstreamResponse } from "./provider.ts";

/*
 * Requests to the game's services, which other skin services take as well.
 */

/** The form of "there is none" that is no body at all. */
const isEmpty = ({ bytes }: UpstreamResponse) => bytes.length === 0;

/** 404. It has no `error`: with one, it is about the address, not about the name. */
const unknownName = z.strictObject({ path: z.string(), errorMessage: z.string() });
/** 400: no account has a name that the service calls invalid. `field` is a regular expression. */
export function invalidName(field: string, longest: string) {
  const complaint = `${field}: (?:Invalid profile name|size must be between 1 and ${longest})`;
  return z.strictObject({
    path: z.string(),
    error: z.literal("CONSTRAINT_VIOLATION"),
    errorMessage: z.string().regex(new RegExp(`^${complaint}(?:, ${complaint})?$`)),
  });
}

/** The bodies of a name service. */
interface NameService {
  account: z.ZodType<JavaAccount>;
  invalid: z.ZodType;
}

/** @param longest The longest name it takes, as a regular expression. */
export function nameService(account: z.ZodType<JavaAccount>, longest: string): NameService {
  return { account, invalid: invalidName(String.raw`getProfileName\.name`, longest) };
}

const MOJANG = nameService(javaAccount, "25");

/** The request for the account of a name, which is appended to the URL. */
export function nameRequest(
  url: string,
  name: ServiceName,
  { account, invalid } = MOJANG,
): UpstreamRequest<JavaAccount> {
  const unknown = `couldn't find any profile with name ${nameKey(name)}`;
  return {
    url: `${url}${encodeURIComponent(name)}`,
    about: nameKey(name),
    none: {
      204: isEmpty,
      400: invalid,
      404: (response) => {
        const sentence = response.maybeJson(unknownName)?.errorMessage;
        return sentence?.toLowerCase().normalize("NFC") === unknown;
      },
    },
    read: (response) => response.json(account, (sent) => isSameName(sent.name, name)),
  };
}

/** Longer than any real property, which has two addresses and a name. */
const LONGEST_PROPERTY = 8_192;
/** The text of a property. Buffer.from skips what is not base64, so the alphabet is checked first. */
export const base64 = z
  .string()
  .max(LONGEST_PROPERTY)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/);

const texture = z.object({ url: z.string() });
/** The game mentions only slim arms; others have words of their own for wide ones. */
const slimTexture = z.object({ metadata: z.object({ model: z.literal("slim") }) });

const propertySchema = z.looseObject({ textures: z.looseObject({}) });

/** How PHP writes a collection without anything in it, and a texture that is not there. */
const emptyCollection = z.union([z.null(), z.array(z.unknown()).length(0), z.strictObject({})]);
const noTexture = emptyCollection.or(z.object({ url: z.literal("").nullable() }));
/** With nothing in place of such a collection. */
const lenientPropertySchema = z.looseObject({
  textures: emptyCollection.transform(() => ({})).or(z.looseObject({})),
});

const propertyList = z.array(z.looseObject({ name: z.string(), value: z.unknown() }));
/** The body of a profile, with an account of this kind. */
export const sessionOf = (account: z.ZodType<JavaAccount>) =>
  account.and(z.object({ properties: propertyList }));
/** The same of a service whose empty list may be null. */
export const lenientSessionOf = (account: z.ZodType<JavaAccount>) =>
  account.and(z.object({ properties: propertyList.nullable().transform((all) => all ?? []) }));
/** 404, in the form in which the lookup service says that no account has a UUID. */
const unknownUuid = z.strictObject({
  path: z.string(),
  error: z.enum(["NOT_FOUND", "NOT FOUND"]),
  errorMessage: z.literal("Not Found"),
});

/** Textures by what they are known by here; null where there is none, undefined what is unreadable. */
interface Textures<Texture> {
  skin: (Texture & { model: SkinModel }) | null | undefined;
  cape: Texture | null | undefined;
}

/** A player with textures, which are null when nothing of them is readable. */
export interface Profile<Texture> extends JavaAccount {
  textures: Textures<Texture> | null;
  /** As it was sent, base64 and signed: where that was requested and all textures are readable. */
  property?: { value: string; signature?: string };
}
/** A Java account with the textures it wears. */
export type JavaSession = Profile<{ hash: TextureHash }>;

/** How profiles are requested and read. */
export interface ProfileSource<Texture> {
  /** The URL before `/session/minecraft/profile/`. */
  baseUrl: string;
  session: z.ZodType<JavaAccount & { properties: z.infer<typeof propertyList> }>;
  /** Null where this source may not name a texture. */
  textureAt(url: string): Texture | null;
  /** It may forward the textures of another player's profile. */
  forwards?: boolean;
  /** Collections without anything in them say that there is no texture, which they are not believed elsewhere. */
  emptyIsNone?: boolean;
}

/** The request for the profile of a UUID. */
export function profileRequest<Texture extends object>(
  {
    baseUrl,
    session: schema,
    textureAt,
    forwards = false,
    emptyIsNone = false,
  }: ProfileSource<Texture>,
  uuid: JavaUuid,
  { signed = false }: { signed?: boolean } = {},
): UpstreamRequest<Profile<Texture>> {
  return {
    url: `${baseUrl}/session/minecraft/profile/${uuid}${signed ? "?unsigned=false" : ""}`,
    about: uuid,
    // Usually 204, at times 404.
    none: { 204: isEmpty, 404: unknownUuid },
    read(response) {
      const session = response.json(schema, (sent) => sent.uuid === uuid);
      const { name } = session;
      // Without skin and cape the property is there too, with no texture in it.
      const property = session.properties.find((one) => one.name === "textures");
      const expectedUuid = forwards ? undefined : uuid;
      const textures =
        emptyIsNone && session.properties.length === 0
          ? { skin: null, cape: null }
          : readTextures(property?.value, expectedUuid, { textureAt, emptyIsNone });
      if (!signed || property === undefined || !isWhole(textures)) return { uuid, name, textures };
      // Unchanged: the signature covers every character of the value.
      const signature = base64.safeParse(property.signature).data;
      const value = String(property.value);
      return { uuid, name, textures, property: { value, ...(signature && { signature }) } };
    },
  };
}

/**
 * Reads the base64 `textures` property of a profile. Null when it is missing, unreadable, or about
 * another player than this one: then nothing is known about this player's textures, which is not the
 * same as none. Skin and cape stand alone: one that is unreadable, or may not be named, is undefined.
 */
export function readTextures<Texture extends object>(
  value: unknown,
  uuid: JavaUuid | undefined,
  { textureAt, emptyIsNone = false }: Pick<ProfileSource<Texture>, "textureAt" | "emptyIsNone">,
): Textures<Texture> | null {
  const property = decode(value, emptyIsNone ? lenientPropertySchema : propertySchema);
  if (property === null) return null;
  const { profileId, textures } = property;
  const isSame = typeof profileId === "string" && parseAnyUuid(profileId) === uuid;
  if (uuid !== undefined && !isSame) return null;
  const read = (part: unknown) => {
    if (part === undefined || (emptyIsNone && noTexture.safeParse(part).success)) return null;
    const url = texture.safeParse(part).data?.url;
    return url === undefined ? undefined : (textureAt(url) ?? undefined);
  };
  const skin = read(textures["SKIN"]);
  const model = slimTexture.safeParse(textures["SKIN"]).success ? "slim" : "classic";
  return { skin: skin && { ...skin, model }, cape: read(textures["CAPE"]) };
}

/** Tells whether both textures are known. */
export function isWhole(textures: Partial<Textures<object>> | null): boolean {
  return textures?.skin !== undefined && textures.cape !== undefined;
}

function decode(
  value: unknown,
  schema: typeof propertySchema | typeof lenientPropertySchema,
): z.infer<typeof propertySchema> | null {
  try {
    // The decoder leaves a BOM out.
    const text = new TextDecoder().decode(Buffer.from(base64.parse(value), "base64"));
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The host in every texture URL that Mojang signs. */
export const TEXTURES_HOST = "textures.minecraft.net";
export const GAME_HOSTS: ReadonlySet<string> = new Set([TEXTURES_HOST]);
/** The path before a hash; mirrors may serve it below a folder of their own. */
const TEXTURE_PATH = /^(?:\/[\w-]+)?\/texture\//;

/** How HTML, XML and JSON begin: an error that is called an image. */
const DOCUMENT = /^(?:\xef\xbb\xbf)?\s*[<{[]/;

/** The bytes of a file, or what is wrong with it. */
export type TextureFile = Uint8Array | TextureFault;

/**
 * The request for a texture in a store of files, which may be larger at others than at the game's. A file that is
 * no texture says nothing about the store; one that breaks off is a failure.
 */
export function textureRequest(url: string, limits = GAME_LIMITS): UpstreamRequest<TextureFile> {
  return {
    url,
    about: url,
    expects: "image",
    maxBytes: limits.bytes,
    measuresLonger: true,
    // There is no such file, in whatever words; a web page is what a gateway before the store says.
    none: { 404: ({ isHtml }) => !isHtml },
    read({ bytes, isTooLong, hasEnd, failure }) {
      if (isTooLong) return "too-large";
      const file = Buffer.from(bytes);
      const isWhole = hasEnd || file.includes("IEND");
      if (!isWhole) throw failure("sent a part of a file", "incomplete");
      if (DOCUMENT.test(file.toString("latin1", 0, 64))) throw failure("sent a document");
      return PNG_SIGNATURE.every((byte, index) => bytes[index] === byte) ? bytes : "not-png";
    },
  };
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
