import {
  isTextureHash,
  parseIdentifier,
  parseXuid,
  trimmed,
  uuidDigits,
  type NameRules,
  type PlayerIdentifier,
} from "../contract/identifiers.ts";
import { isPlaceholderUuid } from "./json.ts";

/* Reads texts in URLs of other services as leniently as those services read them. */

/** The UUID that no player has: lookups of it send no request. */
const NO_PLAYER = "00000000-0000-0000-0000-000000000000";

/** Names that software sends for no player in particular, and the heads that they mean. */
const NAMES_OF_NO_PLAYER: ReadonlyMap<string, "steve" | "alex"> = new Map([
  ["alex", "alex"],
  ["char", "steve"],
  ["console", "steve"],
  ["mhf_alex", "alex"],
  ["mhf_steve", "steve"],
  ["server", "steve"],
  ["steve", "steve"],
  ["x-alex", "alex"],
  ["x-steve", "steve"],
]);
export type Subject = { texture: string } | { username: string; fallback?: "steve" | "alex" };
/** The subject of a text that names nobody. */
export const noPlayer = { username: NO_PLAYER, fallback: "steve" } as const;

/** The player or texture that a text names. */
export function subjectOf(written: string, rules?: NameRules): Subject {
  const plain = trimmed(withoutExtension(trimmed(written)));
  const digits = /^[[{u]/i.test(plain) ? uuidDigits(plain) : null;
  const text = digits ?? plain;
  const fallback = NAMES_OF_NO_PLAYER.get(text.toLowerCase());
  if (fallback !== undefined) return { username: NO_PLAYER, fallback };
  const hex = text.replaceAll("-", "").toLowerCase();
  const hash = hex.replace(/^0+(?=.)/, "");
  // A hash may be padded to any length; 32 digits in all are a UUID.
  if (hex.length > 32 && isTextureHash(hash)) return { texture: hash };
  // Shorter hexadecimal texts are ids of other services, unless they are an XUID.
  const isForeignId = /^[0-9a-f]{16}$/i.test(text) && parseXuid(text) === null;
  if (isAbsent(text) || isForeignId || isPlaceholderUuid(hex)) return noPlayer;
  // The dashes of a UUID may be anywhere.
  const isUuid = /^[0-9a-f]{32}$/.test(hex) && text.includes("-");
  const username = isUuid && parseIdentifier(text) === null ? hex : text;
  return parseIdentifier(username, rules) === null ? noPlayer : { username };
}

/**
 * The kind of identifier by which a text names a player; a text that can name none counts as a name. Undefined for a
 * texture, and for a name that software sends for no player.
 */
export function kindOf(subject: Subject, rules?: NameRules): PlayerIdentifier["kind"] | undefined {
  if (subject === noPlayer) return "name";
  if ("texture" in subject || subject.fallback !== undefined) return undefined;
  return parseIdentifier(subject.username, rules)?.kind;
}

const PLACEHOLDER = /^(?:\$?\{.*\}|%.*%|<.*>|undefined|null)$/;

/**
 * True for an empty text, or a placeholder that was not filled in: `{texture}`, `%uuid%`, `${name}`; not for a UUID in
 * braces.
 */
export function isAbsent(text: string): boolean {
  return text === "" || (PLACEHOLDER.test(text) && uuidDigits(text) === null);
}

const EXTENSION = /(?<=.)\.([a-z0-9]{2,4})$/i;

/** Takes any extension away, since services ignore it, and `x.bmp` is the name of no player. */
export function withoutExtension(text: string): string {
  return text.replace(EXTENSION, "");
}

/** The extension in lower case and without its dot; a player called `svg` has none. */
export function extensionOf(text: string): string | undefined {
  return EXTENSION.exec(text)?.[1]?.toLowerCase();
}

/** A segment as it is compared with the word of a route: in any case, and with any extension. */
export function wordOf(segment: string): string {
  return withoutExtension(segment).toLowerCase();
}

/** True for a parameter that is true, as programs of any language write that; without a value it is. */
export function isTrue(text: string | null): boolean {
  return text !== null && /^(?:|1|t|true|y|yes|on)$/i.test(text);
}

/** The number that a text begins with, as `parseInt` reads it; undefined unless it is positive. */
export function lenientNumber(text: string): number | undefined {
  const number = Number.parseInt(text, 10);
  return number > 0 ? number : undefined;
}

/** The number of degrees in a parameter; undefined where it is none. */
export function angleIn(text: string | null): number | undefined {
  const angle = Number.parseFloat(text ?? "");
  return Number.isFinite(angle) ? angle : undefined;
}

/** An angle in the range from -`most` to `most` degrees, the end of which is its beginning. */
export function wrapped(angle: number, most: number): number {
  const turn = 2 * most;
  const within = (angle + most) % turn;
  return (within < 0 ? within + turn : within) - most;
}
