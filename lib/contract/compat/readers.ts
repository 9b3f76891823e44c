import {
  isJavaName,
  isXuid,
  parseGamertag,
  parseIdentifier,
  type PlayerIdentifier,
} from "../identifiers.ts";

/** How the URL of an endpoint names a player. */
export type ReadsAs =
  "name" | "uuid" | "nameOrUuid" | "player" | "gamertag" | "xuid" | "xuidOrGamertag" | "floodgate";

type Reader = (text: string) => PlayerIdentifier | null;

/** The player that a text names, by what the endpoint takes; null for a text that can name none. */
export const readers: Readonly<Record<ReadsAs, Reader>> = {
  name: (text) =>
    isJavaName(text) ? { kind: "name", javaName: text, gamertag: null, prefixed: false } : null,
  uuid: (text) => {
    const hex = uuidIn(text);
    if (hex === null) return null;
    const found = parseIdentifier(hex);
    return found?.kind === "java-uuid" && !isPlaceholderUuid(hex)
      ? found
      : { kind: "impossible", id: hex };
  },
  nameOrUuid: (text) => readers.uuid(text) ?? readers.name(text),
  /** Names, UUIDs and XUIDs of both editions. `*` is another prefix that Floodgate is set to. */
  player: (text) => {
    const hex = uuidIn(text);
    if (hex !== null && isPlaceholderUuid(hex)) return { kind: "impossible", id: hex };
    return parseIdentifier(text.replace(/^\*/, "."));
  },
  gamertag: (text) => {
    const gamertag = parseGamertag(text);
    return gamertag && { kind: "name", javaName: null, gamertag, prefixed: false };
  },
  xuid: (text) => {
    if (!/^[0-9]{1,20}$/.test(text)) return null;
    return isXuid(text) ? { kind: "xuid", xuid: text } : { kind: "impossible", id: text };
  },
  xuidOrGamertag: (text) => readers.xuid(text) ?? readers.gamertag(text),
  floodgate: (text) => {
    const hex = uuidIn(text);
    const found = hex === null ? null : parseIdentifier(hex);
    return found === null || found.kind === "xuid" ? found : { kind: "impossible", id: text };
  },
};

function uuidIn(text: string): string | null {
  const hex = text.trim().toLowerCase();
  if (!/^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(hex)) return null;
  return hex.replaceAll("-", "");
}

/** Nil, what plugins give to NPCs (version 2), and LiteBans' console, which looks like a player. */
const PLACEHOLDER_UUID = /^(?:0{32}|[0-9a-f]{12}2[0-9a-f]{19}|f78a4d8dd51b4b3998a3230f2de0c670)$/;

/** Whether a UUID of 32 digits is one that programs send for no player. */
export function isPlaceholderUuid(hex: string): boolean {
  return PLACEHOLDER_UUID.test(hex);
}
