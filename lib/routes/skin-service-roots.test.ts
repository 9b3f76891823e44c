import { describe, expect, it } from "vitest";
import { textureHash } from "../../sandbox/textures.ts";
import { errorOf, profileOf } from "../../testing/world.ts";
import { WILLOW, withService, type Service } from "./skin-services.fixture.ts";

describe("a root with a slash too many", () => {
  it.each<[Service, number]>([
    ["blessing/", 1],
    ["blessing", 0],
  ])("is found where it is redirected to: %s", (service, redirects) =>
    withService(
      "after",
      async (world) => {
        const { java, warnings } = await profileOf(world, "username=Willow_Wisp&type=java");
        expect(java).toMatchObject({ uuid: WILLOW, skin_texture: textureHash("midnight-mei") });
        expect(warnings).toBeUndefined();
        expect(await errorOf(world, "username=nobody_at_all")).toMatchObject({ status: 404 });
        const { count } = world.sandbox.control;
        expect([count("blessing.slash"), count("blessing.metadata")]).toEqual([redirects, 1]);
        expect(count("blessing.unknown")).toBe(0);
      },
      service,
    ),
  );

  it.each([
    ["/api/yggdrasil", 308, true],
    ["/api/yggdrasil", 307, true],
    ["/api/yggdrasil", 302, true],
    ["/api/yggdrasil", 303, false],
    ["/api/yggdrasil/", 301, false],
    ["/api/yggdrasil//", 301, false],
    ["/api/yggdrasil?x=1", 301, false],
    ["/api", 301, false],
    ["//elsewhere.example/blessing/api/yggdrasil", 301, false],
  ])("is redirected to %s with %d: followed %s", (path, status, isFollowed) =>
    withService(
      "after",
      async (world) => {
        const location = path.startsWith("//") ? path : `/blessing${path}`;
        const fault = { kind: "status", status, headers: { location } } as const;
        world.sandbox.control.fault({ route: "blessing.slash", fault });
        await world.request("/api?username=Willow_Wisp&type=java");
        const { count } = world.sandbox.control;
        expect(count("blessing.metadata")).toBe(isFollowed ? 1 : 0);
        expect(count("blessing.slash")).toBe(1);
      },
      "blessing/",
    ),
  );

  it("is followed once only", () =>
    withService(
      "after",
      async (world) => {
        const location = "/blessing/api/yggdrasil/";
        const fault = { kind: "status", status: 301, headers: { location } } as const;
        world.sandbox.control.fault({ route: "blessing.metadata", fault });
        await world.request("/api?username=Willow_Wisp&type=java");
        const { count } = world.sandbox.control;
        expect([count("blessing.slash"), count("blessing.metadata")]).toEqual([1, 1]);
      },
      "blessing/",
    ));
});

describe.each<Service>(["injector", "lookalike"])("names that %s calls invalid", (service) => {
  it.each(["seventeen_letters", "a_name_of_twentyfive_char", "dotted.name", "dash-ed"])(
    "are no player's: %s",
    (name) =>
      withService(
        "after",
        async (world) => {
          expect(await errorOf(world, `username=${name}&type=java`)).toMatchObject({ status: 404 });
        },
        service,
      ),
  );
});

it.each([
  "getProfileName.name: size must be between 1 and 16",
  "Couldn't find any profile with name seventeen_letters",
  "getProfileName.name: Invalid profile name, getProfileName.name: too many requests",
])("an error of a skin service that is about nothing known is a failure: %s", (errorMessage) =>
  withService("after", async (world) => {
    const body = JSON.stringify({ path: "/", error: "CONSTRAINT_VIOLATION", errorMessage });
    world.sandbox.control.fault({
      route: "injector.names",
      fault: { kind: "status", status: 400, body },
    });
    expect(await errorOf(world, "username=seventeen_letters&type=java")).toMatchObject({
      status: 502,
    });
  }),
);

it("the limit of 16 letters is no answer of Mojang's", () =>
  withService("after", async (world) => {
    const errorMessage = "getProfileName.name: size must be between 1 and 16";
    const body = JSON.stringify({ path: "/", error: "CONSTRAINT_VIOLATION", errorMessage });
    const fault = { kind: "status", status: 400, body } as const;
    world.sandbox.control.fault({ route: "mojang-*", fault });
    world.sandbox.control.fault({ route: "playerdb.*", fault: { kind: "drop" } });
    expect(await errorOf(world, "username=seventeen_letters&type=java")).toMatchObject({
      status: 502,
    });
  }));
