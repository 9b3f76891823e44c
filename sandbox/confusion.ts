import type { BedrockAccount, JavaAccount, SandboxPlayer } from "./player.ts";
import type { ChangeableWorld, World } from "./world.ts";

/** The same world, except that every question is answered about somebody else. */
export function confuse(world: ChangeableWorld): World {
  const otherJava = (asked: JavaAccount | undefined) =>
    accounts(world.players(), "java").find(
      (one) => one.uuid !== asked?.uuid && one.skin && one.history,
    );
  const otherBedrock = (asked: BedrockAccount | undefined) =>
    accounts(world.players(), "bedrock").find((one) => one.xuid !== asked?.xuid && one.linkedTo);
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
  };
}

/** The same world without anybody in it. */
export function empty(world: World): World {
  return {
    ...world,
    javaByName: () => undefined,
    javaByUuid: () => undefined,
    bedrockByGamertag: () => undefined,
    bedrockByXuid: () => undefined,
    linkedToJava: () => [],
    withBedrockSkin: () => [],
    texture: () => undefined,
  };
}

function accounts<Edition extends "java" | "bedrock">(
  players: readonly SandboxPlayer[],
  edition: Edition,
): readonly NonNullable<SandboxPlayer[Edition]>[] {
  return players.flatMap((player) => player[edition] ?? []) as NonNullable<
    SandboxPlayer[Edition]
  >[];
}
