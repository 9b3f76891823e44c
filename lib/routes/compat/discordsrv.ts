import { bare, face, skin, type CompatScheme } from "./scheme.ts";

export const discordSrv: CompatScheme = {
  name: "DiscordSRV Heads",
  host: "heads.discordsrv.com",
  size: 64,
  unknown: "404",
  routes: {
    "head.png": face,
    ":id/head": bare(face),
    ":id/overlay": { ...face, overlay: true },
    ":id/helm": { ...face, overlay: true },
    ":id/texture": skin,
  },
  subjects: ["texture", "uuid", "name"],
  sizes: ["size"],
  overlay: { parameters: ["overlay"], rule: "shows" },
};
