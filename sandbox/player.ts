/** One invented person, with an account in either edition or in both. */
export interface SandboxPlayer {
  readonly group: PlayerGroup;
  /** What this player shows, in one sentence. */
  readonly story: string;
  readonly java?: JavaAccount;
  readonly bedrock?: BedrockAccount;
}

export type PlayerGroup =
  | "Everyday"
  | "Both editions"
  | "Same name, two people"
  | "Bedrock only"
  | "Texture files"
  | "No skin of their own"
  | "Renamed"
  | "Odd old names"
  | "Heads";

export interface JavaAccount {
  /** 32 hexadecimal digits, version 4. */
  readonly uuid: string;
  readonly name: string;
  /** Null: never chose a skin. */
  readonly skin: Skin | null;
  /** The hash of the texture. */
  readonly cape?: string;
  /** What laby.net has seen, oldest first; absent: laby.net does not know the player. */
  readonly history?: NameHistory;
}

/** The hash of a texture, and how wide its arms are. */
export interface Skin {
  readonly hash: string;
  readonly model: "classic" | "slim";
}

export interface NameHistory {
  /** laby.net renamed its keys from `username…` to `name…`; old clients and mirrors show both. */
  readonly keys: "name" | "username";
  readonly names: readonly PastName[];
}

/** A name and when it was taken: null for the first one, or when the time is unknown. */
export interface PastName {
  readonly name: string;
  readonly changedAt: string | null;
}

export interface BedrockAccount {
  readonly xuid: string;
  /** The classic form, as the game shows it. */
  readonly gamertag: string;
  /** For tags of the newer kind: the part before the `#`, and the digits after it. */
  readonly modern?: { readonly tag: string; readonly suffix: string };
  /** Null: Geyser has never stored a skin. */
  readonly skin: Skin | null;
  /** Geyser answers with a number from its database and with a string from Xbox Live. */
  readonly xuidAs?: "number" | "string";
  /** False: never joined a Geyser server, so Geyser says 503 "not in our cache". */
  readonly knownToGeyser?: boolean;
  /** UUID of the Java account this one is linked to. */
  readonly linkedTo?: string;
}
