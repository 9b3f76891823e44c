import type { SandboxPlayer } from "../player.ts";
import { creature, human } from "./wardrobe.ts";

/** Players who had other names before, as laby.net tells it. */
export const RENAMED: readonly SandboxPlayer[] = [
  {
    group: "Renamed",
    story: "Once Larva_Lena, who is now nobody; one name in between is hidden (`-`).",
    java: {
      uuid: "15220228991e40ea9416eb332e047689",
      name: "Marigold_Moth",
      skin: creature("rabbit", {
        model: "slim",
        hats: [["flowerCrown", "#6f9f4f", "#f0a030"]],
        top: ["robe", "#f0a83f", "#fbe6b8"],
        legs: ["#c97f2f", "#8a5a2a"],
      }),
      history: {
        keys: "name",
        names: [
          { name: "Larva_Lena", changedAt: null },
          { name: "-", changedAt: "2019-04-02T10:15:30+00:00" },
          { name: "Cocoon_Cora", changedAt: "2020-08-19T07:00:00+02:00" },
          { name: "Marigold_Moth", changedAt: "2023-05-01T12:00:00+00:00" },
        ],
      },
    },
  },
  {
    group: "Renamed",
    story: "Old keys (`username_history`) and a name hidden by a full-width dash.",
    java: {
      uuid: "607aa4b5bb154ef59e61f87b0f03faff",
      name: "Sir_Reginald",
      skin: human({
        tone: "peach",
        hair: ["swept", "#7a4f35"],
        eyes: ["tall", "#5a6f8f"],
        mouth: "flat",
        hats: [
          ["roundGlasses", "#d9b45b"],
          ["moustache", "#7a4f35"],
        ],
        top: ["suit", "#5a2f3f", "#e0c070"],
        legs: ["#3d3440", "#26202a"],
      }),
      history: {
        keys: "username",
        names: [
          { name: "xX_Reggie_Xx", changedAt: null },
          { name: "－", changedAt: "2018-12-24T23:59:59+00:00" },
          { name: "Sir_Reginald", changedAt: "2022-02-22T22:22:22+00:00" },
        ],
      },
    },
  },
  {
    group: "Renamed",
    story: "Seven names, one of them twice, some at an unknown time.",
    java: {
      uuid: "8e3f5219f2724bf0930954340abde950",
      name: "NameHopper",
      skin: creature("frog", {
        hats: [["goggles", "#6b4a34", "#f0d060"]],
        top: ["stripes", "#f0ead8", "#d8585f"],
        legs: ["#4f6f9f", "#6fb552"],
      }),
      history: {
        keys: "name",
        names: [
          { name: "Tadpole", changedAt: null },
          { name: "Froglet", changedAt: "2015-03-01T00:00:00+00:00" },
          { name: "Hopscotch_Hal", changedAt: "2016-07-14T14:00:00+00:00" },
          { name: "Froglet", changedAt: "2017-09-30T08:30:00+00:00" },
          { name: "LilyPadLarry", changedAt: null },
          { name: "Croak_Monsieur", changedAt: "2021-01-01T00:00:01+00:00" },
          { name: "NameHopper", changedAt: "2024-06-06T06:06:06+00:00" },
        ],
      },
    },
  },
  {
    group: "Renamed",
    story: "Gave up the name Thimble in 2024; someone else has it now.",
    java: {
      uuid: "b978ffb6b9a04d3daaaf1fdb074fb686",
      name: "Former_Thimble",
      skin: human({
        model: "slim",
        tone: "umber",
        hair: ["bob", "#c9ccd6"],
        eyes: ["bright", "#6f5fb0"],
        mouth: "small",
        brows: "#5a5666",
        top: ["waistcoat", "#5f7f9f", "#f2ece0"],
        legs: ["#4a4f66", "#33303d"],
      }),
      history: {
        keys: "name",
        names: [
          { name: "Thimble", changedAt: null },
          { name: "Former_Thimble", changedAt: "2024-01-10T09:00:00+00:00" },
        ],
      },
    },
  },
  {
    group: "Renamed",
    story: "Took the name Thimble after it had become free.",
    java: {
      uuid: "145a8cd1f6254cc992f9073dd1780ff8",
      name: "Thimble",
      skin: creature("mushroom", {
        scarf: "#e0c070",
        top: ["coat", "#8a9fb8", "#e0c070"],
        legs: ["#6f7f94", "#4a4450"],
      }),
      history: {
        keys: "name",
        names: [
          { name: "NeedlePoint", changedAt: null },
          { name: "Thimble", changedAt: "2024-03-01T09:00:00+00:00" },
        ],
      },
    },
  },
];
