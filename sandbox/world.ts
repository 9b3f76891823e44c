import { crowd } from "./crowd.ts";
import type { BedrockAccount, JavaAccount, SandboxPlayer } from "./player.ts";
import { optiFineCapes, skinServiceAccounts } from "./skin-services.ts";
import { createTextureStore, type TextureStore } from "./textures.ts";
import { applyChange, type PlayerChange } from "./world-change.ts";

/** The players and textures of all fake providers. Names and gamertags are case-insensitive. */
export interface World {
  readonly javaByName: (name: string) => JavaAccount | undefined;
  readonly javaByUuid: (uuid: string) => JavaAccount | undefined;
  readonly bedrockByGamertag: (gamertag: string) => BedrockAccount | undefined;
  readonly bedrockByXuid: (xuid: string) => BedrockAccount | undefined;
  readonly javaLinkedTo: (account: BedrockAccount) => JavaAccount | undefined;
  readonly linkedToJava: (uuid: string) => readonly BedrockAccount[];
  readonly withBedrockSkin: () => readonly BedrockAccount[];
  readonly texture: (hash: string) => Buffer | undefined;
  /** Accounts at the skin services. */
  readonly serviceByName: (name: string) => JavaAccount | undefined;
  readonly serviceByUuid: (uuid: string) => JavaAccount | undefined;
  /** The hash of a player's cape at OptiFine. */
  readonly optiFineCapeOf: (name: string) => string | undefined;
}

/** A world that can be changed and reset. */
export interface ChangeableWorld extends World {
  readonly textures: TextureStore;
  players(): readonly SandboxPlayer[];
  change(id: string, change: PlayerChange): SandboxPlayer;
  reset(): void;
}

/** A world of these players and the Extra players. */
export function createWorld(original: readonly SandboxPlayer[]): ChangeableWorld {
  const textures = createTextureStore();
  let people = original;
  let index = buildIndex(people);

  return {
    textures,
    players: () => people,
    javaByName: (name) => index.names.get(name.toLowerCase()) ?? crowd.javaByName(name),
    javaByUuid: (uuid) => index.uuids.get(uuid) ?? crowd.javaByUuid(uuid),
    bedrockByGamertag: (gamertag) =>
      index.gamertags.get(gamertag.toLowerCase()) ?? crowd.bedrockByGamertag(gamertag),
    bedrockByXuid: (xuid) => index.xuids.get(xuid) ?? crowd.bedrockByXuid(xuid),
    javaLinkedTo: ({ linkedTo }) => (linkedTo ? index.uuids.get(linkedTo) : undefined),
    linkedToJava: (uuid) => [...index.xuids.values()].filter((one) => one.linkedTo === uuid),
    withBedrockSkin: () => [...index.xuids.values()].filter((one) => one.skin !== null),
    texture: (hash) => textures.find(hash),
    serviceByName: (name) =>
      skinServiceAccounts.find((one) => one.name.toLowerCase() === name.toLowerCase()),
    serviceByUuid: (uuid) => skinServiceAccounts.find((one) => one.uuid === uuid),
    optiFineCapeOf: (name) => optiFineCapes.get(name),
    change: (id, change) => {
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
export function aboutOthers(world: ChangeableWorld): World {
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
    texture: (hash) => world.textures.anyBut(hash),
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
    withBedrockSkin: () => [],
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
