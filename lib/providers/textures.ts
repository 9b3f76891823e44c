import { isTextureHash, type TextureHash } from "../contract/identifiers.ts";
import { GAME_LIMITS } from "../textures/codec.ts";
import type { UpstreamRequest } from "./upstream/request.ts";

/** The host in every texture URL that Mojang signs. */
export const TEXTURES_HOST = "textures.minecraft.net";
/** The path before a hash; mirrors may serve it below a folder of their own. */
const TEXTURE_PATH = /^(?:\/[\w-]+)?\/texture\//;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

/** The request for a texture in a store of files, which may be larger at others than at the game's. */
export function textureRequest(url: string, limits = GAME_LIMITS): UpstreamRequest<Uint8Array> {
  return {
    url,
    expects: "png",
    maxBytes: limits.bytes,
    // There is no such file, in whatever words; a web page is what a gateway before the store says.
    none: { 404: ({ isHtml }) => !isHtml },
    read({ bytes, failure }) {
      if (PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return bytes;
      throw failure("sent no PNG");
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
