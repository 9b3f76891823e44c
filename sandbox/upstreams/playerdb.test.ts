import { describe, expect, it } from "vitest";
import { openSandbox, xuidOf } from "../sandbox.fixture.ts";

const sandbox = await openSandbox();
const ask = (path: string) => fetch(`${sandbox.url}/playerdb/api/player${path}`);
const FOUND = {
  code: "player.found",
  message: "Successfully found player by given ID.",
  success: true,
};

describe("/minecraft/{name|uuid}", () => {
  const LOU = "dfb83a479bf3469583e7bdc34c28fa4e";

  it.each(["lantern_lou", LOU, "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e"])(
    "finds %s",
    async (query) => {
      const response = await ask(`/minecraft/${query}`);
      expect(response.status).toBe(200);
      const texture = expect.stringMatching(/^https:\/\/textures\.minecraft\.net\/texture\//);
      expect(await response.json()).toEqual({
        ...FOUND,
        data: {
          player: {
            username: "Lantern_Lou",
            id: "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e",
            raw_id: LOU,
            avatar: `https://crafthead.net/avatar/${LOU}`,
            skin_texture: texture,
            cape_texture: texture,
            properties: [
              { name: "textures", value: expect.any(String), signature: expect.any(String) },
            ],
            name_history: [],
            meta: { cached_at: 1_760_000_000 },
          },
        },
      });
    },
  );

  it("leaves the addresses of textures out when there are none", async () => {
    const { data } = (await (await ask("/minecraft/Newcomer_Nia")).json()) as Answer;
    expect(data.player).not.toHaveProperty("skin_texture");
    expect(data.player).not.toHaveProperty("cape_texture");
  });

  it.each(["Unknown_Name", "dot.dot.dash", "two%20words", "0123456789ab4def8123456789abcdef"])(
    "responds 400 with one code to every miss: %s",
    async (query) => {
      const response = await ask(`/minecraft/${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        code: "minecraft.invalid_username",
        message: "No Minecraft user could be found.",
        data: {},
        success: false,
        error: false,
      });
    },
  );

  it("is throttled with the code of the edition", async () => {
    const fault = { kind: "throttle", retryAfter: 10 } as const;
    sandbox.control.fault({ route: "playerdb.java", fault, times: 1 });
    const response = await ask("/minecraft/Bea");
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("10");
    expect(await response.json()).toMatchObject({ code: "minecraft.rate_limited", success: false });
  });
});

describe("/xbox/{gamertag|xuid}", () => {
  const biscuit = xuidOf("Biscuit4821");

  it.each(["biscuit4821", biscuit])("finds %s", async (query) => {
    const response = await ask(`/xbox/${query}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      ...FOUND,
      data: {
        player: {
          id: biscuit,
          username: "Biscuit4821",
          avatar: expect.stringContaining("xboxlive.com"),
          modernGamertag: "Biscuit",
          modernGamertagSuffix: "4821",
          uniqueModernGamertag: "Biscuit#4821",
          meta: { gamerscore: expect.any(String), accounttier: expect.any(String) },
          cached_at: 1_760_000_000_000,
        },
      },
    });
  });

  it("knows players unknown to Geyser", async () => {
    const { data } = (await (await ask("/xbox/Hermit%20Hazel")).json()) as Answer;
    expect(data.player["id"]).toBe(xuidOf("Hermit Hazel"));
  });

  it.each(["Unknown Name", "2666666666666666", "1234"])(
    "responds 400 to every miss: %s",
    async (query) => {
      const response = await ask(`/xbox/${encodeURIComponent(query)}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: "xbox.not_found",
        success: false,
        error: false,
      });
    },
  );

  it("is throttled with the code of the edition", async () => {
    sandbox.control.fault({ route: "playerdb.*", fault: { kind: "throttle" }, times: 1 });
    const response = await ask("/xbox/Bea");
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ code: "xbox.rate_limited", error: true });
  });
});

it("has a code for unknown paths", async () => {
  const response = await ask("/steam/1");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "api.404" });
});

interface Answer {
  data: { player: Record<string, unknown> };
}
