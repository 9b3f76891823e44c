import { domainToASCII } from "node:url";
import { parseTextureUrl } from "./textures.ts";

/** Hosts of a local network: an address, a name without a dot, or one that no public DNS has. */
const LOCAL = /^\[|^[\d.]+$|^[^.]+$|\.(?:localhost|local|internal)$/;
/** Those of `http` and `https`; a URL has none when it is its scheme's own. */
const WEB_PORTS = ["", "80", "443"];

/** Where a texture may be fetched. */
export interface AllowedTexture {
  url: string;
  /** Only from a public address. */
  onlyPublic: boolean;
}

/**
 * Gives the place of a texture that a skin service names; null where it may not have one. It may have them
 * at its own host, and at hosts that its metadata allows, on the ports of the web or its own.
 * A service in public must not lead into this network, whatever the name of a host resolves to; one in
 * this network is the operator's, and may have them anywhere in it.
 */
export function createTextureHosts(root: string) {
  const own = withoutDots(new URL(root));
  const ports = new Set([...WEB_PORTS, own.port]);
  const isLocal = LOCAL.test(own.hostname);

  return (text: string, domains: readonly string[]): AllowedTexture | null => {
    const parsed = parseTextureUrl(text);
    if (parsed === null) return null;
    const url = withoutDots(parsed);
    if (url.host === own.host) return { url: url.href, onlyPublic: false };
    const isNamed = ports.has(url.port) && domains.some((domain) => covers(domain, url.hostname));
    return isNamed ? { url: url.href, onlyPublic: !isLocal } : null;
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
