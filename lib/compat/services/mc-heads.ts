import { byWidth, cape, card, cube, download, face, front, iso, skin } from "../images.ts";
import type { JsonEndpoint } from "../json.ts";
import type { CompatScheme } from "../scheme.ts";
import { exact, pixels } from "../size.ts";
import { sessionProfile, signedProfile } from "./mojang.ts";

/** The session profile of any player; a malformed name is as unknown as an unused one. */
const ofPlayer = (endpoint: JsonEndpoint): JsonEndpoint => ({
  ...endpoint,
  reads: "player",
  invalid: endpoint.none,
});

/** Accounts of the game with the looks of creatures, blocks and signs, which their owners never change. */
const MHF_NAMES = [
  ["Alex", "Blaze", "CaveSpider", "Chicken", "Cow", "Creeper", "Enderman", "Ghast", "Golem"],
  ["Herobrine", "LavaSlime", "MushroomCow", "Ocelot", "Pig", "PigZombie", "Sheep", "Skeleton"],
  ["Slime", "Spider", "Squid", "Steve", "Villager", "WSkeleton", "Zombie"],
  ["Cactus", "Cake", "Chest", "CoconutB", "CoconutG", "Melon", "OakLog", "Present1", "Present2"],
  ["Pumpkin", "TNT", "TNT2"],
  ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Exclamation", "Question"],
]
  .flat()
  .map((name) => `MHF_${name}`);

/** Clients know an unknown player by a body without `username`. */
const user: JsonEndpoint = {
  reads: "player",
  write: ({ player }) => ({ uuid: player.uuid, username: player.name }),
  none: () => ({ status: 200, body: {} }),
};

const SIZE = 180;

export const mcHeads: CompatScheme = {
  name: "MC-Heads",
  host: "mc-heads.net",
  size: pixels(SIZE),
  routes: {
    "avatar/:id": face,
    "head/:id": cube,
    "body/:id": { ...iso, size: ({ number = SIZE }) => exact(number, number * 2) },
    "player/:id": byWidth(front),
    "combo/:id": { ...card, isCombo: true },
    "skin/:id": skin,
    "download/:id": download,
    "cape/:id": cape,
  },
  json: {
    "minecraft/profile/:id": ofPlayer(sessionProfile),
    "minecraft/profile/:id/signed": ofPlayer(signedProfile),
    "json/get_user?u=:id": user,
  },
  notOffered: { "json/mc_status": "nothing" },
  // A page there; programs get the names.
  fixed: {
    "minecraft/mhf": {
      differs: "format",
      native: "/head",
      reply: { status: 200, body: MHF_NAMES },
    },
  },
  // The usual view is from the player's right.
  parameters: ({ options }, { view }) =>
    view === "iso" && options.some((option) => /^left(?:\.|$)/i.test(option)) ? { yaw: 45 } : {},
};
