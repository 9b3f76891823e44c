/** An invented person with an account in one or both editions. */
export interface SandboxPlayer {
  readonly group: PlayerGroup;
  /** The case that this player is for, in one sentence. */
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
  /** Null if the player never chose a skin. */
  readonly skin: Skin | null;
  /** The hash of the texture. */
  readonly cape?: string;
  /** The history at laby.net, oldest first; absent if unknown to laby.net. */
  readonly history?: NameHistory;
}

/** The hash of a texture, and the width of its arms. */
export interface Skin {
  readonly hash: string;
  readonly model: "classic" | "slim";
}

export interface NameHistory {
  /** laby.net renamed its keys from `username…` to `name…`; old clients and mirrors show both. */
  readonly keys: "name" | "username";
  readonly names: readonly PastName[];
  /** How many former skins laby.net lists besides. */
  readonly pastSkins?: number;
}

/** A name and its date: null for the first one, or when the date is unknown. */
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
  /** Null if Geyser has never stored a skin. */
  readonly skin: Skin | null;
  /** Geyser returns a number from its database, and a string from Xbox Live. */
  readonly xuidAs?: "number" | "string";
  /** False if the player never joined a Geyser server: then Geyser returns 503 "not in our cache". */
  readonly knownToGeyser?: boolean;
  /** UUID of the Java account this one is linked to. */
  readonly linkedTo?: string;
}

/** The 32 digits of a UUID, with or without dashes, in lower case; or null. */
export function parseUuid(text: string): string | null {
  const match = /^(\w{8})-(\w{4})-(\w{4})-(\w{4})-(\w{12})$/.exec(text);
  const plain = (match ? match.slice(1).join("") : text).toLowerCase();
  return /^[0-9a-f]{32}$/.test(plain) ? plain : null;
}

/** A UUID of 32 digits with dashes. */
export function dashed(uuid: string): string {
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The XUID inside a Floodgate UUID, or null for any other UUID. */
export function xuidOfFloodgate(uuid: string): string | null {
  if (!uuid.startsWith("0".repeat(16)) || uuid === "0".repeat(32)) return null;
  return BigInt(`0x${uuid}`).toString();
}

/** A table of the players, by group, for a terminal. */
export function groupedPlayers(players: readonly SandboxPlayer[]): string {
  const groups = [...new Set(players.map(({ group }) => group))];
  return groups
    .map((group) => [`\n  ${group}`, ...players.filter((one) => one.group === group).map(row)])
    .map((lines) => lines.join("\n"))
    .join("\n");
}

function row(player: SandboxPlayer): string {
  const names = [player.java?.name, player.bedrock?.gamertag].filter((name) => name !== undefined);
  const unique = [...new Set(names)];
  return `    ${unique.join(" / ").padEnd(28)}  ${player.story}`;
}
