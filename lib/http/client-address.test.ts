import { describe, expect, it } from "vitest";
import { clientAddressOf, clientOf, networkOf } from "./client-address.ts";

describe("the client of an address, and its network", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::ffff:cb00:7109", "203.0.113.9"],
    ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
    ["::1:ffff:cb00:7109", "0:0:0:0::/64"],
    ["::FFFF:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.33", "64:ff9b:0:0::/64"],
    ["1:2:3::", "1:2:3:0::/64"],
    ["not an address", "unknown"],
    ["", "unknown"],
    ["999.1.1.1", "unknown"],
    ["127.1", "unknown"],
    ["0x7f000001", "unknown"],
    ["010.1.1.1", "unknown"],
    ["1::2::3", "unknown"],
    ["::ffff:203.0.113.9%eth0", "203.0.113.9"],
  ])("of %s is %s", (address, client) => {
    expect(clientOf(address)).toBe(client);
    // Only an IPv6 network is larger than the client.
    const network = client.replace(/:[^:]+::\/64$/, "::/48");
    expect(networkOf(address)).toBe(network);
  });
});

describe("clientAddressOf", () => {
  it.each([
    ["trusts no proxy by default", "6.6.6.6", 0, "10.0.0.1"],
    ["takes the last entry behind one proxy", "6.6.6.6, 7.7.7.7", 1, "7.7.7.7"],
    ["takes the entry before it behind two", "6.6.6.6, 7.7.7.7, 10.0.0.2", 2, "7.7.7.7"],
    ["takes what there is when the list is short", "7.7.7.7", 2, "7.7.7.7"],
    ["stays with the socket when the header is missing", undefined, 1, "10.0.0.1"],
    ["stays with the last good entry before junk", "6.6.6.6, junk, 7.7.7.7", 3, "7.7.7.7"],
    ["stays with the socket when the nearest entry is junk", "6.6.6.6, junk", 2, "10.0.0.1"],
    ["strips a port", "7.7.7.7:4711", 1, "7.7.7.7"],
    ["strips brackets and a port", "[2001:db8::1]:4711", 1, "2001:db8::1"],
    ["reads tabs and quotes", '\t"7.7.7.7"\t', 1, "7.7.7.7"],
  ])("%s", (_, header, hops, address) => {
    expect(clientAddressOf("10.0.0.1", header, hops)).toBe(address);
  });
});
