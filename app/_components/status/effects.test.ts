import { expect, it } from "vitest";
import { profileBody } from "@/lib/contract/profile.ts";
import { memoryStores } from "@/testing/memory-stores.ts";
import { openWorld, requestTo } from "@/testing/world.ts";
import type { Services } from "@/lib/services.ts";
import { effectsOf, type Effect } from "./effects.ts";

/** How the sandbox calls the routes of the providers. */
const ROUTES = {
  minecraftservices: "mojang-api.*",
  "mojang-legacy": "mojang-legacy.*",
  "mojang-session": "mojang-session.*",
  "mojang-textures": "mojang-textures.*",
  geyser: "geyser.*",
  playerdb: "playerdb.*",
  openxbl: "openxbl.*",
};
type Provider = keyof typeof ROUTES;

function subsetsOf(providers: readonly Provider[]): Provider[][] {
  return providers.reduce<Provider[][]>(
    (sets, provider) => [...sets, ...sets.map((set) => [...set, provider])],
    [[]],
  );
}

/** What the status page says of players who were never looked up, as the statuses that the API has then. */
function expected(effects: readonly Effect[]) {
  const has = (...some: Effect[]) => some.some((effect) => effects.includes(effect));
  return {
    javaName: has("allJavaNames", "java") ? 502 : 200,
    noJavaName: has("allJavaNames", "javaNames") ? 502 : 404,
    javaUuid: has("java") ? 502 : 200,
    javaSkin: has("java", "textures") ? 502 : 200,
    gamertag: has("allBedrock") ? 502 : 200,
    noGamertag: has("allBedrock", "gamertags", "otherGamertags") ? 502 : 404,
    bedrockSkin: !has("allBedrock", "bedrockSkins"),
    link: !has("allBedrock", "links"),
  };
}

async function observed(services: Services) {
  const statusOf = async (target: string) => (await requestTo(services, target)).status;
  const bedrock = await requestTo(services, "/api?username=.CopperKettle&type=bedrock");
  const profile = bedrock.status === 200 ? profileBody.parse(bedrock.json()).bedrock : undefined;
  return {
    javaName: await statusOf("/api?username=Saffron_Sky&type=java"),
    noJavaName: await statusOf("/api?username=Nobody_Here&type=java"),
    javaUuid: await statusOf("/api?username=a72358a051ae4586bab702eab0a9eca4&type=java"),
    javaSkin: await statusOf(
      "/skin?username=a72358a051ae4586bab702eab0a9eca4&type=java&default=404",
    ),
    gamertag: bedrock.status,
    noGamertag: await statusOf("/api?username=.Nobody Here&type=bedrock"),
    bedrockSkin: (profile?.model ?? null) !== null,
    link: (profile?.linked ?? null) !== null,
  };
}

const MOJANG = ["minecraftservices", "mojang-legacy", "mojang-session", "mojang-textures"] as const;

it.each([
  ["of Java Edition", [...MOJANG, "playerdb"], {}],
  ["of Bedrock Edition", ["geyser", "playerdb"], {}],
  ["with OpenXBL", ["geyser", "openxbl", "playerdb"], { OPENXBL_API_KEY: "key" }],
  ["without PlayerDB", [...MOJANG.slice(0, 3), "geyser"], { PLAYERDB_URL: "off" }],
] as const)("what the status page says is what the API does %s", async (_, providers, own) => {
  const wrong: unknown[] = [];
  const { another, sandbox } = await openWorld();
  for (const failing of subsetsOf(providers)) {
    for (const provider of failing) {
      const fault = { kind: "status", status: 500 } as const;
      sandbox.control.fault({ route: ROUTES[provider], fault });
    }
    const services = another(own, { stores: memoryStores() });
    const effects = effectsOf(new Set<string>(failing), services.providers.names);
    const [says, does] = [expected(effects), await observed(services)];
    if (JSON.stringify(says) !== JSON.stringify(does)) wrong.push({ failing, says, does });
    await services.close();
    sandbox.control.clearFaults();
  }
  expect(wrong).toEqual([]);
});
