import type { SandboxPlayer } from "../player.ts";
import { creature } from "./wardrobe.ts";

/** A texture nobody has any more, and one that two players have. */
export const SHARED_TEXTURES: readonly SandboxPlayer[] = [
  {
    group: "Texture files",
    story: "The profile names a skin, but the texture server has lost it: 404.",
    java: {
      uuid: "d9841ae37a3f4272854e9f6c265c3c3c",
      name: "Torn_Page",
      skin: {
        hash: "deadbeef0badcafe00000000000000000000000000000000000000000000f00d",
        model: "classic",
      },
    },
  },
  {
    group: "Texture files",
    story: "Two players in one outfit: the texture has one hash, and one file.",
    java: {
      uuid: "5d7683d3b02d42de9b935d847824b34e",
      name: "Pea_In_Pod_A",
      skin: creature("frog", twins()),
    },
  },
  {
    group: "Texture files",
    story: "The other of the two in one outfit.",
    java: {
      uuid: "f2b4aeebae8c4203a751a4062b6155c6",
      name: "Pea_In_Pod_B",
      skin: creature("frog", twins()),
    },
  },
];

function twins(): Parameters<typeof creature>[1] {
  return {
    top: ["dungarees", "#4f7f9f", "#f4e9c8"],
    legs: ["#4f7f9f", "#6fb552"],
    hats: [["strawHat", "#e3c06a", "#c9573f"]],
  };
}
