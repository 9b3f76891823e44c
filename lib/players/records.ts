import type { Gamertag, JavaName, JavaUuid, Xuid } from "../contract/identifiers.ts";
import type { NameHistoryEntry } from "../contract/profile.ts";
import type { BedrockSkin } from "../providers/geyser.ts";
import type { JavaTextures } from "../providers/textures-property.ts";

/** What is kept of a Java player. */
export interface JavaRecord {
  uuid: JavaUuid;
  name: JavaName;
  /** Null when they came unreadable: nothing is known, which is not "none". */
  textures: JavaTextures | null;
  history: NameHistoryEntry[];
  /** The textures are from before: this time they came unreadable. */
  texturesAreOld?: true;
}

/** What is kept of a Bedrock player. A part that could not be asked is left out. */
export interface BedrockRecord {
  xuid: Xuid;
  gamertag: Gamertag;
  skin?: BedrockSkin | null;
  /** The UUID of the linked Java account; null when there is no link. */
  link?: JavaUuid | null;
  /** The skin or the link is from before: this time it could not be asked. */
  partsAreOld?: true;
}

/** Who a name leads to. */
export interface NameRecord<Id> {
  id: Id;
  /**
   * The name the profile gave when it and the name service last contradicted each other. While
   * the profile says the same, the two are not asked again.
   */
  disputedWith?: string;
}

/** A half-known record is asked again after this long. */
export const DEGRADED_MS = 60_000;
