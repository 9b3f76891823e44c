import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Names the client that an address stands for: an IPv4 address itself, also when it is mapped into IPv6; for an IPv6
 * address its /64, which is the least that one customer has. Anything else is one shared client.
 */
export const clientOf = (address: string): string => countedAs(address, 64);

/** Names the network of a client: for an IPv6 address its /48, which one customer may have; otherwise the client itself. */
export const networkOf = (address: string): string => countedAs(address, 48);

function countedAs(address: string, bits: 48 | 64): string {
  const plain = withoutZone(address);
  // ipaddr.js alone would also read 127.1 and 0x7f.1.
  const version = isIP(plain);
  if (version === 0) return "unknown";
  if (version === 4) return plain;
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, bits / 16).map((group) => group.toString(16));
  return `${groups.join(":")}::/${bits}`;
}

/**
 * Finds the address of the client: the socket's address, or with `hops` proxies in front the entry of
 * `X-Forwarded-For` that the outermost of them wrote. Entries left of it are claims of the
 * client. A list that is too short, or an entry that is no address, means a proxy is missing:
 * then the last address that can be believed counts.
 */
export function clientAddressOf(
  socketAddress: string,
  forwardedFor: string | undefined,
  hops: number,
): string {
  let address = socketAddress;
  let rest = forwardedFor ?? "";
  for (let hop = 0; hop < hops; hop += 1) {
    const comma = rest.lastIndexOf(",");
    const claim = withoutPort(rest.slice(comma + 1));
    if (isIP(withoutZone(claim)) === 0) break;
    address = claim;
    rest = rest.slice(0, Math.max(0, comma));
  }
  return address;
}

function withoutPort(entry: string): string {
  const text = entry.trim().replace(/^"|"$/g, "");
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[^:]+:\d+$/.test(text) ? text.replace(/:\d+$/, "") : text;
}

/** Without the name of a network interface, as in `fe80::1%eth0`. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, "");
}
