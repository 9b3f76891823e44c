import { expect, it } from "vitest";
import { useFront } from "../../testing/served.ts";
import { errorOf, LOU, profileOf, useWorld } from "../../testing/world.ts";

const world = useWorld(() => ({ GEYSER_API_URL: "off" }));
const front = useFront(world);

const XUID = "2535400000000003";
const BEDROCK_ONLY = [`username=${XUID}`, "username=Pebble%20Penny", "username=a&type=bedrock"];

it("gives the profile of a Java player, without a warning", async () => {
  for (const player of [LOU, "Lantern_Lou", "lantern_lou&type=java"]) {
    const profile = await profileOf(world, `username=${player}`);
    expect(profile.java?.username).toBe("Lantern_Lou");
    expect(profile).not.toHaveProperty("bedrock");
    expect(profile).not.toHaveProperty("warnings");
  }
  expect(world.sandbox.control.count("geyser.*")).toBe(0);
});

it("says that it does not offer Bedrock, and not that there is no such player", async () => {
  for (const query of BEDROCK_ONLY) {
    for (const update of ["", "&update=true"]) {
      expect([query, await errorOf(world, query + update)]).toMatchObject([
        query,
        { code: "INVALID_PARAMETER", status: 400, reason: "not-offered" },
      ]);
    }
    const head = await fetch(`${front.url}/head?${query}`);
    expect([head.status, await head.json()]).toMatchObject([400, { reason: "not-offered" }]);
  }
});

it("refuses only the Bedrock players of a batch", async () => {
  const reply = await world.request(`/api/batch?usernames=Lantern_Lou,${XUID}`);
  expect([reply.status, reply.json()]).toMatchObject([
    200,
    { results: [{ success: true }, { success: false, reason: "not-offered" }] },
  ]);
});

it("says in its description that it does not offer Bedrock", async () => {
  const { info } = await (await fetch(`${front.url}/openapi.json`)).json();
  expect(info.summary).toMatch(/for Minecraft: Java Edition\.$/);
  expect(info.description).toContain("This instance does not offer Bedrock Edition");
});

it("says of a name that no Java player has it", async () => {
  const reply = await world.request("/api?username=nobody_at_all");
  expect(reply.json()).toMatchObject({
    code: "NOT_FOUND",
    error: "No Java player has this name or UUID. This instance does not offer Bedrock Edition.",
  });
});

it("gives a Java player in the JSON of a service that has linked accounts", async () => {
  const known = await fetch(`${front.url}/compat/mcprofile/api/v1/java/username/Lantern_Lou`);
  expect(known.status).toBe(200);
  const other = await fetch(`${front.url}/compat/mcprofile/api/v1/bedrock/xuid/${XUID}`);
  expect(other.status).toBe(400);
  // An empty list would say that there is no link.
  const link = await fetch(`${front.url}/compat/geyser/v2/link/java/${LOU}`);
  expect(link.status).toBe(400);
});
