import { expect, it } from "vitest";
import { statusBody, type StatusBody } from "../contract/status.ts";
import { withWorld, type TestWorld } from "../testing/world.ts";

async function statusOf(world: TestWorld): Promise<StatusBody> {
  const { status, headers, bytes } = await world.request("/api/status");
  expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=5"]);
  return statusBody.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

const provider = ({ providers }: StatusBody, name: string) =>
  providers.find((one) => one.name === name);

it("knows every provider that is turned on before any was requested", () =>
  withWorld(async (world) => {
    const status = await statusOf(world);
    expect(status.providers.map(({ name }) => name)).toEqual(world.services.providers.names);
    for (const one of status.providers) {
      expect(one).toMatchObject({ state: "unused", requests_24h: 0, average_ms_24h: null });
    }
  }));

it("counts what providers answered, and requests nothing itself", () =>
  withWorld(async (world) => {
    expect((await world.request("/api?username=Lantern_Lou")).status).toBe(200);
    const requested = provider(await statusOf(world), "geyser");
    expect(requested).toMatchObject({ state: "working", refused_24h: 0, failed_24h: 0 });
    expect(requested?.requests_24h).toBe(requested?.answered_24h);
    expect(requested?.requests_24h).toBeGreaterThan(0);
    expect(requested?.average_ms_24h).toBeGreaterThan(0);
    expect(provider(await statusOf(world), "geyser")).toEqual(requested);
  }));

it("tells refusals from failures, and says that a provider is not requested for a moment", () =>
  withWorld(async (world) => {
    world.sandbox.control.fault({ route: "geyser.*", fault: { kind: "throttle", retryAfter: 60 } });
    await world.request("/api?username=Lantern_Lou");
    const refused = provider(await statusOf(world), "geyser");
    expect(refused).toMatchObject({ state: "paused", answered_24h: 0, failed_24h: 0 });
    expect(refused?.refused_24h).toBeGreaterThan(0);
    expect(refused?.rate).toBeLessThan(refused?.configured_rate ?? 0);
  }));

it("counts a broken response as a failure", () =>
  withWorld(async (world) => {
    world.sandbox.control.fault({ route: "geyser.*", fault: { kind: "drop" } });
    await world.request("/api?username=.Mossy_Minnow&type=bedrock");
    const failed = provider(await statusOf(world), "geyser");
    expect(failed).toMatchObject({ answered_24h: 0, refused_24h: 0, average_ms_24h: null });
    expect(failed?.failed_24h).toBeGreaterThan(0);
  }));
