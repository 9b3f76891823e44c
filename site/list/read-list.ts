import {
  identifierKey,
  isJavaName,
  nameKey,
  parseGamertag,
  parseIdentifier,
  trimmed,
  uuidDigits,
  dashed,
  withoutPrefix,
  type NameRules,
  type PlayerIdentifier,
} from "../../lib/contract/identifiers.ts";
import { playersInChat } from "./chat.ts";
import { rowsOfTable } from "./tables.ts";

/*
 * Reads the players of a list: files of servers, spreadsheets, chat and logs, or plain lines. It is pure, and runs in the
 * browser: nothing but what is looked up is sent.
 */

/** The most players of a list that are looked up. */
export const MAX_ENTRIES = 500;

/** A player as the list names them. */
export interface ListEntry {
  /** The text that is looked up: a UUID, an XUID or a name. */
  id: string;
  /** The name in the list; else the ID. */
  listed: string;
  /** The list has a name besides the ID: the current one may differ. */
  hasName: boolean;
  /** The ID in the list belongs to no account, as on servers in offline mode: the name is looked up. */
  isByName: boolean;
}

/** A part of a list that names no player. */
export interface WrongPart {
  /** The line, or in JSON the number of the entry. */
  at: number;
  text: string;
  /** `unreadable`: neither a name nor an ID. `no-account`: an ID that no account has, and no name. */
  reason: "unreadable" | "no-account";
}

export interface ReadList {
  entries: readonly ListEntry[];
  wrong: readonly WrongPart[];
  /** How many entries repeat others. */
  repeated: number;
  /** How many players are more than can be looked up. */
  left: number;
}

/** The facts about one player in a list. */
export interface Mention {
  at: number;
  name?: string | undefined;
  /** A UUID or an XUID. */
  id?: string | undefined;
  /** The name is a gamertag. */
  isGamertag?: boolean | undefined;
  /** The text to show where it names no player. */
  text: string;
}

/** Reads a list in whichever form it is. */
export function readList(text: string, rules: NameRules): ReadList {
  const plain = text.replace(/^\uFEFF/, "");
  const identify = identifierReader({ ...rules, anyName: false });
  const mentions =
    mentionsInJson(plain, identify) ??
    playersInChat(plain) ??
    rowsOfTable(plain) ??
    mentionsInLines(plain, identify);
  const read = mentions.map((mention) => entryOf(mention, identify, rules));
  const named = read.flatMap((one) => ("reason" in one ? [] : [one]));
  const wrong = read.flatMap((one) => ("reason" in one ? [one] : []));
  const entries = withoutRepeated(named);
  return {
    entries: entries.slice(0, MAX_ENTRIES),
    wrong,
    repeated: named.length - entries.length,
    left: Math.max(0, entries.length - MAX_ENTRIES),
  };
}

type Identify = (text: string) => PlayerIdentifier | null;

/** Reads identifiers; each text once, since that is slow. */
function identifierReader(rules: NameRules): Identify {
  const known = new Map<string, PlayerIdentifier | null>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const identifier = parseIdentifier(text, rules);
    known.set(text, identifier);
    return identifier;
  };
}

/** Lists are compared by these, and nothing else uses them. */
interface Keyed extends ListEntry {
  /** Equal for all spellings of what is looked up. */
  key: string;
  /** The same for the name beside an ID. */
  nameKey: string | undefined;
}

/** A name without an ID repeats the entry that has both. */
function withoutRepeated(entries: readonly Keyed[]): Keyed[] {
  const seen = new Set<string | undefined>();
  const named = new Set(entries.map(({ nameKey }) => nameKey));
  return entries.filter(({ key }) => {
    if (seen.has(key) || named.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The player of a mention: by the ID if an account can have it, else by the name. */
function entryOf(mention: Mention, identify: Identify, rules: NameRules): Keyed | WrongPart {
  const { id, byId, name, wanted } = partsOf(mention, identify, rules);
  const byName = identifiedByName(wanted, identify, rules);
  if (byId !== null && byId.kind !== "impossible" && byId.kind !== "name") {
    return {
      key: identifierKey(byId),
      nameKey: byName === null ? undefined : identifierKey(byName),
      id: byId.kind === "java-uuid" ? dashed(byId.uuid) : byId.xuid,
      listed: name || id,
      hasName: name !== "",
      isByName: false,
    };
  }
  const isByName = byId?.kind === "impossible";
  if (byName !== null) {
    const key = identifierKey(byName);
    return { key, nameKey: undefined, id: wanted, listed: name, hasName: false, isByName };
  }
  const reason = isByName ? "no-account" : "unreadable";
  return { at: mention.at, text: trimmed(mention.text), reason };
}

function partsOf(mention: Mention, identify: Identify, rules: NameRules) {
  const id = trimmed(mention.id ?? "");
  const byId = id === "" ? null : identify(id);
  // A field for IDs may have a name.
  const name = trimmed(mention.name ?? "") || (byId?.kind === "name" ? id : "");
  return { id, byId, name, wanted: mention.isGamertag === true ? withDot(name, rules) : name };
}

/** A name that an account can have; skin services have others, too. */
function identifiedByName(name: string, identify: Identify, rules: NameRules) {
  const identifier = identify(name) ?? (rules.anyName ? parseIdentifier(name, rules) : null);
  return identifier?.kind === "impossible" ? null : identifier;
}

/** A gamertag as it is looked up in Bedrock Edition first. */
function withDot(name: string, { bedrockPrefix }: NameRules): string {
  const isAlone = withoutPrefix(name, bedrockPrefix) === null && parseGamertag(name) !== null;
  return isAlone ? `.${name}` : name;
}

/** Names and IDs in the files of servers and programs, in any case and without `_`. */
const FIELDS = {
  id: ["uuid", "playeruuid", "javauuid", "id", "xuid", "xuiddecimal", "floodgateuuid"],
  name: ["name", "username", "player", "playername", "lastknownname", "lastname", "gamertag"],
};

/** The mentions in JSON, also in one that is broken or cut off; null in another text. */
function mentionsInJson(text: string, identify: Identify): Mention[] | null {
  if (!/^\s*[[{]\s*(?:["{[\]}]|$)/.test(text)) return null;
  const whole = parsed(text);
  if (whole !== undefined) return numbered(mentionsIn(whole, identify));
  const objects = text.match(/\{[^{}]*\}/g) ?? [];
  const found = objects.flatMap((one) => mentionsIn(parsed(one) ?? one, identify));
  return found.length === 0 ? null : numbered(found);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Unnumbered = Omit<Mention, "at">;

function numbered(mentions: readonly Unnumbered[]): Mention[] {
  return mentions.map((mention, index) => ({ ...mention, at: index + 1 }));
}

function mentionsIn(value: unknown, identify: Identify, key = ""): Unnumbered[] {
  if (typeof value === "string") {
    return uuidDigits(key) === null
      ? [byText(value, identify)]
      : [{ id: key, name: value, text: value }];
  }
  if (Array.isArray(value)) return value.flatMap((one) => mentionsIn(one, identify));
  if (typeof value !== "object" || value === null) return [{ text: JSON.stringify(value) }];
  const object = value as Record<string, unknown>;
  const field = (names: readonly string[]) =>
    Object.entries(object)
      .filter(([name, one]) => names.includes(plainKey(name)) && /string|number/.test(typeof one))
      .map(([, one]) => String(one))
      .find((one) => one !== "");
  const id = field(FIELDS.id) ?? (uuidDigits(key) === null ? undefined : key);
  const name = field(FIELDS.name);
  if (id === undefined && name === undefined) {
    const inner = Object.entries(object).filter(([, one]) => typeof one === "object");
    if (inner.length > 0) return inner.flatMap(([below, one]) => mentionsIn(one, identify, below));
    const names = Object.entries(object).filter(([below]) => uuidDigits(below) !== null);
    if (names.length > 0) return names.flatMap(([below, one]) => mentionsIn(one, identify, below));
    return [{ text: JSON.stringify(value) }];
  }
  // The allowlist of a Bedrock server has no XUID of players who have not joined yet.
  const isGamertag = "ignoresPlayerLimit" in object || "gamertag" in object;
  return [{ id, name, isGamertag, text: JSON.stringify(value) }];
}

function plainKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** A text that is an ID or a name. */
function byText(text: string, identify: Identify): Unnumbered {
  const value = trimmed(text);
  const kind = identify(value)?.kind;
  const isId = kind === "java-uuid" || kind === "xuid" || kind === "impossible";
  return isId ? { id: value, text } : { name: value, text };
}

/** Bullets, numbers and quotation marks around the player of a line. */
const BEFORE = /^(?:[-*•–]\s+|\d{1,4}[.)]\s+|["'`@]+)+/;
const AFTER = /["'`,;]+$/;

/** The mentions of lines with one or more players each. */
function mentionsInLines(text: string, identify: Identify): Mention[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line, index) => {
    const at = index + 1;
    const whole = trimmed(line);
    if (whole === "" || whole.startsWith("#")) return [];
    // Lists of old servers have the time and the reason after a bar.
    const [player = ""] = whole.replace(BEFORE, "").split("|", 1);
    const bare = trimmed(player.replace(AFTER, ""));
    const isOne = identify(bare) !== null;
    const parts = isOne ? [bare] : bare.split(/[,;\t]/).map(trimmed);
    const isList = parts.every((part) => part === "" || identify(part) !== null);
    const players = isList ? parts.filter((part) => part !== "") : [bare];
    return players.map((one) => ({ ...byText(one, identify), at, text: isList ? one : whole }));
  });
}

/**
 * True if the name in the list is not the one that the player has now. Floodgate's names have a prefix and `_` for
 * spaces, and are cut off after 16 characters.
 */
export function isRenamed(listed: string, current: string, rules: NameRules): boolean {
  const bare = withoutPrefix(listed, rules.bedrockPrefix);
  const folded = foldedName(current);
  const isSame = [listed, bare].some((name) => name !== null && foldedName(name) === folded);
  const isCut = bare !== null && listed.length >= 16 && folded.startsWith(foldedName(bare));
  return !isSame && !isCut;
}

function foldedName(name: string): string {
  const gamertag = parseGamertag(name);
  if (gamertag !== null) return nameKey(gamertag);
  return isJavaName(name) ? name.toLowerCase() : trimmed(name).toLowerCase();
}
