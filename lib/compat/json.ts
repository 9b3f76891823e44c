import {
  isJavaName,
  isServiceName,
  parseGamertag,
  parseIdentifier,
  parseXuid,
  trimmed,
  uuidDigits,
  withoutPrefix,
  type NameRules,
  type PlayerIdentifier,
  type TextureHash,
} from "../contract/identifiers.ts";
import type { TextureFiles } from "./files.ts";
import type { CompatReply, CompatUrl, Difference } from "./terms.ts";
import type { Edition, SkinModel } from "../contract/profile.ts";
import type { Priority } from "../providers/deadline.ts";

/** A player as programs for Java Edition know one: Bedrock players by Floodgate's name and UUID. */
export interface CompatPlayer {
  /** 32 hexadecimal digits. */
  uuid: string;
  name: string;
  /** Unix milliseconds. */
  fetchedAt: number;
  /** False for an account that the name service alone knows. */
  hasProfile: boolean;
  bedrock?: { xuid: string; gamertag: string };
  /** Gives what the player wears. Throws when that is not known at the moment. */
  textures(this: void): CompatTextures;
}

export interface CompatTextures {
  /** The player's own skin, or the game's default for the UUID. */
  skin: { hash: TextureHash; url: string; model: SkinModel; isDefault: boolean };
  cape: { hash: TextureHash; url: string } | null;
  /** The property `textures`. */
  property: { value: string; signature?: string };
  /** The details of a Bedrock skin that Geyser had signed. */
  signed: { hash: string; lastUpdate: number } | undefined;
}

/** A player who was found, and what a body may need besides. */
export interface CompatFound {
  player: CompatPlayer;
  /** The account of the other edition, where the endpoint wants it. */
  linked: CompatPlayer | null;
  /** The base URL of this service. */
  base: string;
  files: TextureFiles;
}

export interface CompatTarget {
  /** The text that names the player. */
  text: string;
  /** The path at the other service. */
  path: string;
  /** The values of parameters for which the route has a placeholder, by its name. */
  values?: Readonly<Record<string, string>>;
}

/** An endpoint with the same reply for everybody, or one that depends on the URL alone. */
export interface FixedEndpoint {
  reply: CompatReply | ((url: CompatUrl) => CompatReply);
  /** The path of this service that is about the same. */
  native: string;
  differs?: Difference;
}

/** A POST with several players. */
export interface BulkRequest {
  /** The names in its body, or the reply to a bad one; the body is null when it is too long. */
  read(
    body: string | null,
    target: CompatTarget,
    isName: (text: string) => boolean,
  ): readonly string[] | CompatReply;
  /** How urgent the lookups are, if there are many. */
  priority?: Priority;
  /** The response's body, from those of the players; a list of them unless it is given. */
  join?(bodies: readonly unknown[]): unknown;
}

/**
 * A JSON endpoint of another service: how its URL names a player, in which edition the player is looked
 * up, and what it returns for a player, for an unknown one and for a text that can name none.
 */
export interface JsonEndpoint {
  /** How the URL names the player, and so in which edition the player is looked up. */
  reads: keyof typeof readers;
  /** Needs the signed textures. */
  signed?: true;
  /** Needs the linked account of the other edition; `alone` says nothing besides. */
  linked?: true | "alone";
  /** Set for a POST. */
  bulk?: BulkRequest;
  /** Takes the name out of a text that is more than a name, or gives the reply without a lookup. */
  nameIn?(target: CompatTarget, base: string): string | CompatReply;
  /** Its bodies are hashes of skins, in place of which the face is sent, as an SVG. */
  draws?: "face";
  differs?: Difference;
  /** The body for a player, or a promise of it; undefined when this one has nothing to show. */
  write(found: CompatFound, target: CompatTarget): unknown;
  /** The reply for an unknown player. */
  none(target: CompatTarget): CompatReply;
  /** The reply to a text that can name no player; that for an unknown one unless it is given. */
  invalid?(target: CompatTarget): CompatReply;
}

/** The endpoints of a service by their paths, in the grammar of `CompatScheme`. */
export type JsonEndpoints = Readonly<Record<string, JsonEndpoint>>;

/** How an endpoint reads the text that names a player. */
interface Reader {
  /** `floodgate`: Java, and Bedrock for a name with Floodgate's prefix, its UUID or an XUID. */
  edition: Edition | "floodgate";
  /** The player that a text names; null for a text that can name none. */
  read(this: void, text: string, rules?: NameRules): PlayerIdentifier | null;
}

const name: Reader["read"] = (written, rules) => {
  const text = trimmed(written);
  const asName = { kind: "name", javaName: null, gamertag: null, prefixed: false } as const;
  if (isJavaName(text)) return { ...asName, javaName: text };
  return rules?.anyName && isServiceName(text) ? { ...asName, serviceName: text } : null;
};
const uuid: Reader["read"] = (text) => {
  const hex = uuidDigits(trimmed(text));
  if (hex === null) return null;
  const found = parseIdentifier(hex);
  return found?.kind === "java-uuid" && !isPlaceholderUuid(hex)
    ? found
    : { kind: "impossible", id: hex };
};
/** Names, UUIDs and XUIDs of both editions. */
const player: Reader["read"] = (text, rules) => {
  const hex = uuidDigits(trimmed(text));
  if (hex !== null && isPlaceholderUuid(hex)) return { kind: "impossible", id: hex };
  return parseIdentifier(text, rules);
};
const gamertag: Reader["read"] = (written, rules) => {
  const text = trimmed(written);
  const gamertag = parseGamertag(withoutPrefix(text, rules?.bedrockPrefix) ?? text);
  return gamertag && { kind: "name", javaName: null, gamertag, prefixed: false };
};
const xuid: Reader["read"] = (written) => {
  const text = trimmed(written);
  const xuid = parseXuid(text);
  if (xuid !== null) return { kind: "xuid", xuid };
  return /^[0-9]{1,20}$/.test(text) ? { kind: "impossible", id: text } : null;
};
const floodgate: Reader["read"] = (text) => {
  const hex = uuidDigits(trimmed(text));
  const found = hex === null ? null : parseIdentifier(hex);
  return found === null || found.kind === "xuid" ? found : { kind: "impossible", id: text };
};

export const readers = {
  name: { edition: "java", read: name },
  uuid: { edition: "java", read: uuid },
  nameOrUuid: { edition: "java", read: (text, rules) => uuid(text) ?? name(text, rules) },
  player: { edition: "floodgate", read: player },
  gamertag: { edition: "bedrock", read: gamertag },
  xuid: { edition: "bedrock", read: xuid },
  xuidOrGamertag: {
    edition: "bedrock",
    read: (text, rules) => xuid(text) ?? gamertag(text, rules),
  },
  floodgate: { edition: "bedrock", read: floodgate },
} as const satisfies Readonly<Record<string, Reader>>;

/** Nil, what plugins give to NPCs (version 2), and LiteBans' console, which looks like a player. */
const PLACEHOLDER_UUID = /^(?:0{32}|[0-9a-f]{12}2[0-9a-f]{19}|f78a4d8dd51b4b3998a3230f2de0c670)$/;

/** True for a UUID of 32 digits that programs send for no player. */
export function isPlaceholderUuid(hex: string): boolean {
  return PLACEHOLDER_UUID.test(hex);
}

/** The URL of a player's avatar, for bodies that have one. */
export function avatarUrl({ player, base }: CompatFound): string {
  return `${base}/compat/crafthead/avatar/${player.uuid}`;
}
