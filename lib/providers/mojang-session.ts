import { z } from "zod";
import {
  isTextureHash,
  parseJavaUuid,
  type JavaUuid,
  type TextureHash,
} from "../contract/identifiers.ts";
import type { SkinModel } from "../contract/profile.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { UpstreamFailure } from "./failure.ts";
import { toAccount, type JavaAccount } from "./mojang-names.ts";
import type { UpstreamResponse } from "./upstream/response.ts";
import type { Upstream } from "./upstream/request.ts";

/** The textures a Java account wears; null where it wears none of its own. */
export interface JavaTextures {
  skin: { hash: TextureHash; model: SkinModel } | null;
  cape: { hash: TextureHash } | null;
}

/** The host in every texture URL that Mojang signs. */
export const TEXTURES_HOST = "textures.minecraft.net";

/** Longer than any real one, which has two addresses and a name. */
const LONGEST_PROPERTY = 8_192;
/** The path before a hash; mirrors may serve it below a folder of their own. */
const TEXTURE_PATH = /^(?:\/[\w-]+)?\/texture\//;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const texture = z.object({ url: z.string() });
/** Only slim arms are mentioned. */
const skinTexture = texture.extend({
  metadata: z.object({ model: z.literal("slim") }).optional(),
});

const propertySchema = z.object({
  profileId: z.string(),
  textures: z.object({ SKIN: skinTexture.optional(), CAPE: texture.optional() }),
});

/** The property `textures` as it was sent: base64, and signed by Mojang when that was requested. */
export interface TexturesProperty {
  value: string;
  signature?: string;
}

/** A Java account with its textures; `textures` is null when they came unreadable. */
export interface JavaSession extends JavaAccount {
  textures: JavaTextures | null;
  /** Where a signature was requested and the textures are readable. */
  property?: TexturesProperty;
}

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

export type MojangSession = ReturnType<typeof createMojangSession>;

export const mojangSession: ProviderDefinition<MojangSession> = {
  name: "mojang-session",
  /**
   * About 400 in 10 s (minecraft.wiki); while Mojang defended itself in 2020 and 2022, refusals
   * began above about 10 a second (crafatar issue 260). Ours: 70 in 10 s at first, 320 at most.
   */
  allowance: { rate: 5, floor: 0.5, ceiling: 30, burst: 20 },
  create: ({ upstream, configuration: { MOJANG_SESSION_URL, MOJANG_TEXTURES_URL } }) =>
    createMojangSession(
      upstream,
      MOJANG_SESSION_URL,
      new Set([TEXTURES_HOST, new URL(MOJANG_TEXTURES_URL).host]),
    ),
};

/** sessionserver.mojang.com: the profile and the textures of a UUID. */
export function createMojangSession(
  upstream: Upstream,
  baseUrl: string,
  textureHosts: ReadonlySet<string>,
) {
  const call = { provider: "mojang-session", operation: "profile" };

  const read = (
    asked: JavaUuid,
    isSigned: boolean,
    response: UpstreamResponse,
  ): JavaSession | null => {
    if (response.status === 204 && response.bytes.length === 0) return null;
    if (response.status === 404 && response.maybeJson(unknownUuid) !== null) return null;
    if (response.status !== 200) {
      throw new UpstreamFailure("bad-response", call, `unclear response (${response.status})`);
    }
    const session = response.json(sessionSchema);
    const account = toAccount(call, session);
    if (account.uuid !== asked) {
      throw new UpstreamFailure("mismatch", call, "its response is about another UUID");
    }
    // Without skin and cape the property is there too, with no texture in it.
    const property = session.properties.find(({ name }) => name === "textures");
    const textures = readTexturesProperty(property?.value, account.uuid, textureHosts);
    if (!isSigned || textures === null) return { ...account, textures };
    return { ...account, textures, property: toProperty(property) };
  };

  return {
    /** The profile of a UUID, or null when no account has it (204, at times 404). */
    sessionOf(
      uuid: JavaUuid,
      deadline: Deadline,
      { signed = false }: { signed?: boolean } = {},
    ): Promise<JavaSession | null> {
      return upstream({
        ...call,
        url: `${baseUrl}/session/minecraft/profile/${uuid}${signed ? "?unsigned=false" : ""}`,
        expects: "json",
        alsoReads: [204, 404],
        deadline,
        read: (response) => read(uuid, signed, response),
      });
    },
  };
}

/** A readable property, unchanged: the signature covers every character of the value. */
function toProperty(property: { value?: unknown; signature?: unknown } = {}): TexturesProperty {
  const { value, signature } = property;
  const isSignature =
    typeof signature === "string" && signature.length <= LONGEST_PROPERTY && BASE64.test(signature);
  return { value: String(value), ...(isSignature && { signature }) };
}

/**
 * Reads the base64 `textures` property of a session profile. Returns null when it is missing,
 * unreadable, about another player, or names a texture on a host that is not the textures host: then
 * nothing is known about this player's textures, which is not the same as none.
 */
export function readTexturesProperty(
  value: unknown,
  uuid: JavaUuid,
  hosts: ReadonlySet<string>,
): JavaTextures | null {
  const property = decode(value);
  if (property === null) return null;
  if (parseJavaUuid(property.profileId) !== uuid) return null;

  const { SKIN, CAPE } = property.textures;
  const skin = SKIN === undefined ? null : textureHashOf(SKIN.url, hosts);
  const cape = CAPE === undefined ? null : textureHashOf(CAPE.url, hosts);
  if ((SKIN && skin === null) || (CAPE && cape === null)) return null;
  return {
    skin: skin && { hash: skin, model: SKIN?.metadata?.model ?? "classic" },
    cape: cape && { hash: cape },
  };
}

/**
 * The hash in a texture URL of an allowed host, or null. Only the hash is used further: the URL
 * that is fetched is our own, so whatever else this one says cannot lead anywhere.
 */
export function textureHashOf(text: string, hosts: ReadonlySet<string>): TextureHash | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const plain = url.username === "" && url.password === "" && /^https?:$/.test(url.protocol);
  if (!plain || !hosts.has(url.host)) return null;
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
