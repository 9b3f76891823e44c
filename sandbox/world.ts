import { crowd } from "./crowd.ts";
import type { BedrockAccount, JavaAccount, SandboxPlayer } from "./player.ts";
import { optiFineCapes, skinServiceAccounts } from "./skin-services.ts";
import { createTextureStore } from "./textures.ts";
import { applyChange, type PlayerChange } from "./world-change.ts";

/** The players and textures of all fake providers. */
export type World = ReturnType<typeof createWorld>;

/** A world of these players and the Extra players. Names and gamertags are case-insensitive. */
export function createWorld(original: readonly SandboxPlayer[]) {
  const textures = createTextureStore();
  let people = original;
  let index = buildIndex(people);

  return {
    players: () => people,
    javaByName: (name: string) => index.names.get(name.toLowerCase()) ?? crowd.javaByName(name),
    javaByUuid: (uuid: string) => index.uuids.get(uuid) ?? crowd.javaByUuid(uuid),
    bedrockByGamertag: (gamertag: string) =>
      index.gamertags.get(gamertag.toLowerCase()) ?? crowd.bedrockByGamertag(gamertag),
    bedrockByXuid: (xuid: string) => index.xuids.get(xuid) ?? crowd.bedrockByXuid(xuid),
    javaLinkedTo: ({ linkedTo = "" }: BedrockAccount) => index.uuids.get(linkedTo),
    linkedToJava: (uuid: string) =>
      [...index.xuids.values()].filter((one) => one.linkedTo === uuid),
    texture: textures.find,
    /** Some other texture, for responses with the wrong one. */
    textureBut: textures.anyBut,
    /** Accounts at the skin services. */
    serviceByName: (name: string) =>
      skinServiceAccounts.find((one) => one.name.toLowerCase() === name.toLowerCase()),
    serviceByUuid: (uuid: string) => skinServiceAccounts.find((one) => one.uuid === uuid),
    /** The hash of a player's cape at OptiFine. */
    optiFineCapeOf: (name: string) => optiFineCapes.get(name),
    change: (id: string, change: PlayerChange) => {
      const changed = applyChange(people, id, change, textures);
      people = changed.players;
      index = buildIndex(people);
      return changed.player;
    },
    reset: () => {
      people = original;
      index = buildIndex(people);
    },
  };
}

/** The same world, except that every lookup finds another player. */
export function aboutOthers(world: World): World {
  const java = world.players().flatMap((player) => player.java ?? []);
  const bedrock = world.players().flatMap((player) => player.bedrock ?? []);
  const otherJava = (right: JavaAccount | undefined) =>
    java.find((one) => one.uuid !== right?.uuid && one.skin && one.history);
  const otherAtService = (right: JavaAccount | undefined) =>
    skinServiceAccounts.find((one) => one.uuid !== right?.uuid);
  const otherBedrock = (right: BedrockAccount | undefined) =>
    bedrock.find((one) => one.xuid !== right?.xuid && one.linkedTo);
  return {
    ...world,
    javaByName: (name) => otherJava(world.javaByName(name)),
    javaByUuid: (uuid) => otherJava(world.javaByUuid(uuid)),
    bedrockByGamertag: (gamertag) => otherBedrock(world.bedrockByGamertag(gamertag)),
    bedrockByXuid: (xuid) => otherBedrock(world.bedrockByXuid(xuid)),
    linkedToJava: (uuid) => {
      const other = otherBedrock(world.linkedToJava(uuid)[0]);
      return other ? [other] : [];
    },
    texture: world.textureBut,
    serviceByName: (name) => otherAtService(world.serviceByName(name)),
    serviceByUuid: (uuid) => otherAtService(world.serviceByUuid(uuid)),
  };
}

/** The same world without any player in it. */
export function withoutPlayers(world: World): World {
  return {
    ...world,
    javaByName: () => undefined,
    javaByUuid: () => undefined,
    bedrockByGamertag: () => undefined,
    bedrockByXuid: () => undefined,
    linkedToJava: () => [],
    texture: () => undefined,
    serviceByName: () => undefined,
    serviceByUuid: () => undefined,
    optiFineCapeOf: () => undefined,
  };
}

function buildIndex(people: readonly SandboxPlayer[]) {
  const java = people.flatMap((player) => player.java ?? []);
  const bedrock = people.flatMap((player) => player.bedrock ?? []);
  return {
    names: new Map(java.map((one) => [one.name.toLowerCase(), one])),
    uuids: new Map(java.map((one) => [one.uuid, one])),
    gamertags: new Map(bedrock.map((one) => [one.gamertag.toLowerCase(), one])),
    xuids: new Map(bedrock.map((one) => [one.xuid, one])),
  };
}
