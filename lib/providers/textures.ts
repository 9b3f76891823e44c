import { domainToASCII } from "node:url";
import { isTextureHash, type TextureHash } from "../contract/identifiers.ts";
import { GAME_LIMITS, type TextureFault } from "../textures/codec.ts";
import { PNG_SIGNATURE } from "../textures/png.ts";
import type { UpstreamRequest } from "./provider.ts";

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
    // What stores of files say of one that is not there.
    mayRefuseOne: true,
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

/** Hosts of a local network: an address, a name without a dot, or one that no public DNS has. */
const LOCAL = /^\[|^[\d.]+$|^[^.]+$|\.(?:localhost|local|internal)$/;
/** Those of `http` and `https`; a URL has none when it is its scheme's own. */
const WEB_PORTS = ["", "80", "443"];

/** Whether the operator wrote the root of a skin service as one of the local network. */
export function isLocalRoot(root: string): boolean {
  return LOCAL.test(withoutDots(new URL(root)).hostname);
}

/**
 * Gives the URL of a texture that a skin service names; null where it may not have one. It may have them
 * at its own host, and at hosts that its metadata allows, on the ports of the web or its own.
 */
export function createTextureHosts(root: string) {
  const own = withoutDots(new URL(root));
  const ports = new Set([...WEB_PORTS, own.port]);

  return (text: string, domains: readonly string[]): string | null => {
    const parsed = parseTextureUrl(text);
    if (parsed === null) return null;
    const url = withoutDots(parsed);
    if (url.host === own.host) return url.href;
    const isNamed = ports.has(url.port) && domains.some((domain) => covers(domain, url.hostname));
    return isNamed ? url.href : null;
  };
}

/** Whether a domain of the metadata is a host; with a dot in front, all hosts below it. */
function covers(domain: string, host: string): boolean {
  const isAbove = domain.startsWith(".");
  // As URLs have them: in lower case, in ASCII, without the dot of the root.
  const name = domainToASCII(isAbove ? domain.slice(1) : domain).replace(/\.+$/, "");
  if (name === "") return false;
  return isAbove ? host.endsWith(`.${name}`) : host === name;
}

/** The same URL without dots at the end of its host, which mean nothing. */
function withoutDots(url: URL): URL {
  const plain = new URL(url);
  plain.hostname = url.hostname.replace(/\.+$/, "");
  return plain;
}
