import { OLD_DEFAULTS } from "../drawing/defaults.ts";
import type { SandboxPlayer } from "../player.ts";
import { creature } from "./wardrobe.ts";

/** Accounts that exist so that maps can use their heads. The first two have their real UUIDs. */
export const HEADS: readonly SandboxPlayer[] = [
  {
    group: "Heads",
    story:
      "The head of Steve, as avatar services special-case it; wears the default of before 1.19.3.",
    java: {
      uuid: "c06f89064c8a49119c29ea1dbd1aab82",
      name: "MHF_Steve",
      skin: { hash: OLD_DEFAULTS.steve, model: "classic" },
    },
  },
  {
    group: "Heads",
    story: "The head of Alex; wears the slim default of before 1.19.3.",
    java: {
      uuid: "6ab4317889fd490597f60f67d9d76fd9",
      name: "MHF_Alex",
      skin: { hash: OLD_DEFAULTS.alex, model: "slim" },
    },
  },
  {
    group: "Heads",
    story: "A pig to put on a shelf.",
    java: {
      uuid: "2044404c624943918afcef9971386e98",
      name: "MHF_Pig",
      skin: creature("pig", { top: ["belly", "#f0a9ae", "#f6c4c6"], legs: ["#f0a9ae", "#8c4a58"] }),
    },
  },
  {
    group: "Heads",
    story: "A cow to put on a shelf.",
    java: {
      uuid: "d2eec2fbd3ea42389c35052f38193dcd",
      name: "MHF_Cow",
      skin: creature("cow", { top: ["belly", "#5b4033", "#f3ece2"], legs: ["#f3ece2", "#5b4033"] }),
    },
  },
  {
    group: "Heads",
    story: "A chicken to put on a shelf.",
    java: {
      uuid: "b1fcda26aa834fb2aaad52f9fed09414",
      name: "MHF_Chicken",
      skin: creature("chick", {
        top: ["belly", "#f7d45c", "#fbeaa6"],
        legs: ["#f7d45c", "#ef8f34"],
      }),
    },
  },
  {
    group: "Heads",
    story: "A pumpkin with a light inside.",
    java: {
      uuid: "08992dff3f7a4ddd81d82d9865d093f8",
      name: "MHF_Pumpkin",
      skin: creature("pumpkin", {
        top: ["tee", "#4a3f55", "#dd7f26"],
        legs: ["#3a3145", "#2b2433"],
      }),
    },
  },
  {
    group: "Heads",
    story: "A cactus in flower.",
    java: {
      uuid: "9bcafab5a4b6428b881d7017b2352199",
      name: "MHF_Cactus",
      skin: creature("cactus", {
        top: ["tee", "#5e9a4c", "#ec6f9f"],
        legs: ["#4d8340", "#b5653f"],
      }),
    },
  },
];
