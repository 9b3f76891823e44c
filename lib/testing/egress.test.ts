import { platform } from "node:os";
import { describe, expect, it } from "vitest";
import { profileOf, withWorld, type TestWorld } from "./world.ts";

const egressesOf = ({ sandbox }: TestWorld) => [
  ...new Set(sandbox.control.calls().last.map(({ address }) => address)),
];

// Only Linux has all of 127.0.0.0/8.
describe.runIf(platform() === "linux")("a service with several egress addresses", () => {
  const env = () => ({ EGRESS_ADDRESSES: "127.0.0.2,127.0.0.3", UPSTREAM_RATE_FACTOR: "1" });

  it("calls from all of them, each within its own rate limit", () =>
    withWorld(async (own) => {
      for (let player = 1; player <= 4; player += 1) {
        await profileOf(own, `username=Extra_${player}&type=java`);
      }
      expect(egressesOf(own).toSorted()).toEqual(["127.0.0.2", "127.0.0.3"]);
      const metrics = Buffer.from((await own.request("/api/metrics")).bytes).toString();
      for (const address of egressesOf(own)) {
        expect(metrics).toContain(
          `nametag_budget_rate{bucket="minecraftservices",egress="here ${address}"} 0.5`,
        );
      }
    }, env));

  it("pauses one that is rate limited, and continues with the other", () =>
    withWorld(async (own) => {
      const sessions = "mojang-session.profile";
      own.sandbox.control.fault({ route: sessions, fault: { kind: "throttle" }, times: 1 });
      const statuses: number[] = [];
      for (let player = 1; player <= 3; player += 1) {
        statuses.push((await own.request(`/api?username=Extra_${player}&type=java`)).status);
      }
      expect(statuses).toEqual([502, 200, 200]);
      const [refused, ...others] = own.sandbox.control
        .calls()
        .last.filter(({ route }) => route === sessions)
        .map(({ address }) => address);
      expect(others).not.toContain(refused);
    }, env));
});
