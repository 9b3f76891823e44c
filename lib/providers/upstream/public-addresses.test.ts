import type { LookupAddress } from "node:dns";
import { describe, expect, it } from "vitest";
import { isPublicAddress, publicLookup } from "./public-addresses.ts";

describe("a public address", () => {
  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.3.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2a01:4f8::1",
    "::ffff:1.1.1.1",
    "64:ff9b::1.1.1.1",
  ])("is %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.255"],
    ["loopback", "::1"],
    ["unspecified", "0.0.0.0"],
    ["unspecified", "0.1.2.3"],
    ["unspecified", "::"],
    ["private", "10.0.0.1"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["link-local", "169.254.169.254"],
    ["link-local", "fe80::1"],
    ["link-local", "fe80::1%lo"],
    ["shared by customers of a provider", "100.64.0.1"],
    ["shared by customers of a provider", "100.127.255.255"],
    ["unique local", "fc00::1"],
    ["unique local", "fd12:3456::1"],
    ["site-local", "fec0::1"],
    ["multicast", "224.0.0.1"],
    ["multicast", "ff02::1"],
    ["broadcast", "255.255.255.255"],
    ["reserved", "240.0.0.1"],
    ["reserved", "192.0.0.1"],
    ["for documentation", "192.0.2.1"],
    ["for documentation", "198.51.100.1"],
    ["for documentation", "203.0.113.1"],
    ["for documentation", "2001:db8::1"],
    ["for benchmarks", "198.18.0.1"],
    ["a relay", "192.88.99.1"],
    ["IPv4 in IPv6", "::ffff:127.0.0.1"],
    ["IPv4 in IPv6", "::ffff:a9fe:a9fe"],
    ["IPv4 in IPv6, as it once was", "::127.0.0.1"],
    ["translated", "64:ff9b::7f00:1"],
    ["translated", "64:ff9b::10.0.0.1"],
    ["translated by a local network", "64:ff9b:1::1.1.1.1"],
    ["translated", "::ffff:0:127.0.0.1"],
    ["6to4", "2002:7f00:1::"],
    ["6to4", "2002:101:101::1"],
    ["Teredo", "2001:0:7f00:1::"],
    ["not given out", "4000::1"],
    ["discarded", "100::1"],
  ])("is none that is %s: %s", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("a lookup for public addresses", () => {
  const given: LookupAddress[] = [
    { address: "10.0.0.1", family: 4 },
    { address: "1.1.1.1", family: 4 },
    { address: "::1", family: 6 },
    { address: "2606:4700::1111", family: 6 },
  ];
  const lookupOf = (addresses: LookupAddress[]) =>
    publicLookup((_name, _options, callback) => callback(null, addresses));
  const resultOf = (addresses: LookupAddress[], all: boolean) =>
    new Promise((resolve) => {
      lookupOf(addresses)("name.example", { all }, (error, ...found) =>
        resolve(error === null ? found : error.code),
      );
    });

  it("leaves the others out, however many are wanted", async () => {
    expect(await resultOf(given, true)).toEqual([[given[1], given[3]]]);
    expect(await resultOf(given, false)).toEqual(["1.1.1.1", 4]);
  });

  it("fails when there are only others", async () => {
    const others = given.filter(({ address }) => !isPublicAddress(address));
    expect(await resultOf(others, true)).toBe("ADDRESS_NOT_PUBLIC");
    expect(await resultOf(others, false)).toBe("ADDRESS_NOT_PUBLIC");
    expect(await resultOf([], true)).toBe("ADDRESS_NOT_PUBLIC");
  });

  it("passes failures on", async () => {
    const error = Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    const failing = publicLookup((_name, _options, callback) => callback(error, []));
    const passed = new Promise((resolve) => failing("name.example", {}, resolve));
    expect(await passed).toBe(error);
  });
});
