import { createHash } from "node:crypto";
import { compatServices } from "../contract/paths.ts";
import { schemeOf } from "./compat/index.ts";
import { LOU, LOU_XUID, useWorld } from "../../testing/world.ts";

/* Players for the JSON of other services, and how their properties are read. */

export const MINNOW_XUID = "2796662987455236";
export const MINNOW = "00000000-0000-0000-0009-ef8cd7ec7b04";
export const LOU_BEDROCK = "00000000-0000-0000-0009-cfc2799b6682";
export const OFFLINE = "b50ad385-829d-3141-a216-7e7d7539ba7f";
export const NPC = "5d1f7c3a-9b2e-2f60-a8d4-c7e2b1903f56";
export const NIL = "00000000-0000-0000-0000-000000000000";
export const UNKNOWN = "0123456789ab4def8123456789abcdef";
export const UNKNOWN_XUID = "2533274790395999";
export const SKIN =
  "https://textures.minecraft.net/texture/83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";
export const CAPE =
  "https://textures.minecraft.net/texture/3bd1a9392d4cc7efc706ec69e3f3b8fb50f826cedd6d1e3523514581f1e2be1e";
export const MINNOW_SKIN = "b5e020f003ebea6ea1b9214cda23ed9955199263b37f88e794a05a675cc146a3";

/** A world for all tests of a file. */
export function useCompatWorld() {
  const world = useWorld();
  return { world, request: (path: string) => world.request(`/compat/${path}`) };
}

/** The URL of each endpoint that takes GET, for a linked player and for an unknown one. */
export const endpoints = compatServices.flatMap((service) =>
  Object.entries(schemeOf(service).json)
    .filter(([, { bulk }]) => bulk === undefined)
    .map(([route, endpoint]) => {
      const ids = {
        name: ["Lantern_Lou", "nobody_at_all"],
        uuid: [LOU, UNKNOWN],
        nameOrUuid: ["Lantern_Lou", UNKNOWN],
        player: ["Lantern_Lou", "nobody_at_all"],
        gamertag: ["Lantern%20Lou", "Nobody At All"],
        xuid: [LOU_XUID, UNKNOWN_XUID],
        xuidOrGamertag: ["Lantern%20Lou", UNKNOWN_XUID],
        floodgate: [LOU_BEDROCK, "00000000-0000-0000-0009-000000000bad"],
      }[endpoint.reads];
      const prefix = route.includes(":prefix") ? "." : "";
      const urlFor = (id = "") =>
        `${service}/${route.replace(":id", prefix + id).replace(":prefix", prefix)}`;
      return { name: `${service}/${route}`, endpoint, known: urlFor(ids[0]), none: urlFor(ids[1]) };
    }),
);

export function signatureOf(value: string): string {
  const parts = [0, 1, 2, 3, 4, 5, 6, 7].map((part) =>
    createHash("sha512").update(`${part}${value}`).digest(),
  );
  return Buffer.concat(parts).toString("base64");
}

export interface Property {
  name: string;
  value: string;
  signature?: string;
}

export function decoded({ value }: Pick<Property, "value">): Record<string, unknown> {
  return JSON.parse(Buffer.from(value, "base64").toString("utf8")) as Record<string, unknown>;
}
