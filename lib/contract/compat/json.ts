import { z } from "zod";
import type { SkinModel } from "../profile.ts";
import type { ReadsAs } from "./readers.ts";

/*
 * What a JSON endpoint of another service is: how its URL names a player, in which edition the player is
 * looked up, and what it returns for a player, for an unknown one and for a text that can name none.
 */

/** A player as programs for Java Edition know one: Bedrock players by Floodgate's name and UUID. */
export interface CompatPlayer {
  /** 32 hexadecimal digits. */
  uuid: string;
  name: string;
  /** Unix milliseconds. */
  fetchedAt: number;
  bedrock?: { xuid: string; gamertag: string };
  /** What the player wears. Throws when that is not known at the moment. */
  worn(this: void): CompatTextures;
}

export interface CompatTextures {
  /** The player's own skin, or the game's default for the UUID. */
  skin: { hash: string; url: string; model: SkinModel; isDefault: boolean };
  /** The URL of the cape. */
  cape: string | null;
  /** The property `textures`. */
  property: { value: string; signature?: string };
  /** A Bedrock skin as Geyser had it signed. */
  signed: SignedTexture | undefined;
}

interface SignedTexture {
  value: string;
  signature: string;
  hash: string;
  lastUpdate: number;
}

/** A player who was found, and what a body may need besides. */
export interface CompatFound {
  player: CompatPlayer;
  /** The account of the other edition, where the endpoint wants it. */
  linked: CompatPlayer | null;
  /** The base URL of this service. */
  base: string;
}

/** What a request says: the text that names the player, and its path at the other service. */
export interface CompatTarget {
  text: string;
  path: string;
}

/** A body that is a string is plain text; without a body, the response has none. */
export interface CompatReply {
  status: number;
  body?: unknown;
}

export interface JsonEndpoint {
  /** How the URL names the player. */
  reads: ReadsAs;
  /** `floodgate`: Java, and Bedrock for a name with Floodgate's prefix, its UUID or an XUID. */
  edition: "java" | "bedrock" | "floodgate";
  /** Needs the signed textures. */
  signed?: true;
  /** Needs the linked account of the other edition. */
  linked?: true;
  /** Of a POST: the names in its body (null when that is too long), or the reply to a bad one. */
  bulk?(body: string | null, target: CompatTarget): readonly string[] | CompatReply;
  schema: z.ZodType;
  /** The body for a player; undefined when this one has nothing to show. */
  write(found: CompatFound): unknown;
  /** For an unknown player. */
  none(target: CompatTarget): CompatReply;
  /** For a text that can name no player; as for an unknown one unless it is given. */
  invalid?(target: CompatTarget): CompatReply;
}

/** A field that is left out while it is null. */
export function optional<Value>(name: string, value: Value | null): Record<string, Value> {
  return value === null ? {} : { [name]: value };
}

export const texturesProperty = z.object({
  name: z.literal("textures"),
  value: z.string(),
  signature: z.string().optional(),
});
