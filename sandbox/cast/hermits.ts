import type { SandboxPlayer } from "../player.ts";

/** Bedrock players who never joined a Geyser server: only Xbox Live and its mirrors know them. */
export const HERMITS: readonly SandboxPlayer[] = [
  {
    group: "Bedrock only",
    story: 'Geyser says 503 "not in our cache"; PlayerDB, Xbox Live and OpenXBL know the gamertag.',
    bedrock: {
      xuid: "2770655690254404",
      gamertag: "Hermit Hazel",
      skin: null,
      knownToGeyser: false,
    },
  },
  {
    group: "Bedrock only",
    story: "Unknown to Geyser, with digits after the name: Offgrid#77.",
    bedrock: {
      xuid: "2786956500984807",
      gamertag: "Offgrid77",
      modern: { tag: "Offgrid", suffix: "77" },
      skin: null,
      knownToGeyser: false,
    },
  },
  {
    group: "Bedrock only",
    story: "Unknown to Geyser, and a gamertag in Korean.",
    bedrock: {
      xuid: "2777749266987898",
      gamertag: "숲속오두막",
      modern: { tag: "숲속오두막", suffix: "" },
      skin: null,
      knownToGeyser: false,
    },
  },
];
