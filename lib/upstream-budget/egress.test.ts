import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { egressesOf } from "./egress.ts";

const egresses = (addresses: string[], name?: string, isShared = true) =>
  egressesOf({ EGRESS_NAME: name, EGRESS_ADDRESSES: addresses }, { isShared });

describe("where calls leave from", () => {
  it("is one place for each machine, unless it has a name", () => {
    expect(egresses([])).toEqual([{ name: hostname(), addresses: [] }]);
    expect(egresses([], "paris")).toEqual([{ name: "paris", addresses: [] }]);
    expect(egresses([], undefined, false)).toEqual([{ name: "here", addresses: [] }]);
  });

  it("is one for each IPv4 address and each IPv6 /56", () => {
    const addresses = ["192.0.2.1", "2001:db8:0:100::1", "192.0.2.2", "2001:db8:0:1ff::1"];
    expect(egresses([...addresses, "2001:db8:0:200::1"], "a")).toEqual([
      { name: "a 192.0.2.1", addresses: ["192.0.2.1"] },
      {
        name: "a 2001:db8:0:100::/56",
        addresses: ["2001:db8:0:100::1", "2001:db8:0:1ff::1"],
      },
      { name: "a 192.0.2.2", addresses: ["192.0.2.2"] },
      { name: "a 2001:db8:0:200::/56", addresses: ["2001:db8:0:200::1"] },
    ]);
  });
});
