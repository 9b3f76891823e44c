/** A Java account's UUID: 32 lower-case hexadecimal digits, no dashes. */
export type JavaUuid = string & { readonly __brand: "JavaUuid" };
/** A Java name in the spelling it was given: 1–25 of letters, digits, `_`, `-`, `.`. */
export type JavaName = string & { readonly __brand: "JavaName" };
/**
 * A name at a skin service, which has rules of its own: 1–64 characters, none of them a control character.
 * Java names are among them.
 */
export type ServiceName = string & { readonly __brand: "JavaName" | "ServiceName" };
/** A Bedrock display name: single spaces, no prefix, in the spelling it was given. */
export type Gamertag = string & { readonly __brand: "Gamertag" };
/** An Xbox user id in decimal; a string, since upstreams mix types. */
export type Xuid = string & { readonly __brand: "Xuid" };
/**
 * The name of a texture: at most 64 hexadecimal digits. Mojang's newer ones are the SHA-256 of the bytes,
 * leading zeros dropped; those of about 2014 are not, so bytes cannot be verified by it.
 */
export type TextureHash = string & { readonly __brand: "TextureHash" };

/** A parsed `username` or `uuid`. */
export type PlayerIdentifier =
  | { readonly kind: "java-uuid"; readonly uuid: JavaUuid }
  | { readonly kind: "xuid"; readonly xuid: Xuid }
  | {
      readonly kind: "name";
      /** The value as a Java name; null when it is not a valid one. */
      readonly javaName: JavaName | null;
      /** The value as a gamertag; null when it is not a valid one. */
      readonly gamertag: Gamertag | null;
      /** The value as a name that no account of the game has; only where skin services are queried. */
      readonly serviceName?: ServiceName;
      /** The value began with a server's prefix for Bedrock players: Java is looked up only when they have none. */
      readonly prefixed: boolean;
      /** The value as an XUID in hexadecimal: who is meant if no Java player has the name. */
      readonly xuid?: Xuid;
    }
  /** Well-formed, but no account has it: nil and offline UUIDs, XUIDs out of range. */
  | { readonly kind: "impossible"; readonly id: string };

/** An instance decides this about the names that it reads. */
export interface NameRules {
  /** Skin services are queried: their players may have any other name. */
  readonly anyName: boolean;
  /** A server puts this before the names of Bedrock players, if it is more than a sign. */
  readonly bedrockPrefix?: string | undefined;
}

const RULES_OF_GAME: NameRules = { anyName: false };

export const XUID_MIN = 2533274790395904n;
export const XUID_MAX = 2814749767106559n;

/** Matches what is copied along with a name: white space, of which the BOM is a part, and what shows as nothing. */
const AROUND = /[\s\u200B-\u200D\u2060]/;
const UUID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
/** As registries and URNs write it. */
const WRAPPED_UUID = /^(?:\{(.{32,36})\}|urn:uuid:(.{32,36}))$/i;
/** As the game's commands do: four signed integers of 32 bits. */
const NBT_UUID = /^\[I; *(-?\d{1,10}) *, *(-?\d{1,10}) *, *(-?\d{1,10}) *, *(-?\d{1,10}) *\]$/i;
// At least one character besides dots and dashes: "." and ".." would climb the upstream's path.
const JAVA_NAME = /^(?=.*[A-Za-z0-9_])[A-Za-z0-9_.-]{1,25}$/;
// As converters print XUIDs: 16 digits, or any number of zeros after `0x`.
const HEX_XUID = /^(?:0x0*|000)(9[0-9a-f]{12})$/i;
const GAMERTAG = /^[\p{L}\p{M}\p{Nd} ]{1,16}$/u;
// Neither Java names nor gamertags begin with them, but for the dot, with which no Java name begins any more. Not
// U+FFFD, which stands for what could not be read, nor U+2800, which shows as nothing.
const SIGN = /^(?![_\uFFFD\u2800-])[\p{P}\p{S}](?!\p{M})/u;
// Invisible letters and marks, such as a Hangul filler or a variation selector.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const SERVICE_NAME = /^[^\p{Cc}\p{Cs}]{1,64}$/u;
const ASCII = /^[\x20-\x7e]+$/;
const DIGITS = /^[0-9]+$/;

/** A text without what stands around a name. Linear in its length. */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && AROUND.test(text.charAt(start))) start += 1;
  while (start < end && AROUND.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The most UTF-16 units a value may have, spaces around it included; twice as many at skin services. */
export const IDENTIFIER_MAX_LENGTH = 64;

/**
 * Reads the text of `username` or `uuid`: a Java name, a UUID in any form, a Floodgate UUID, an XUID in
 * decimal or hexadecimal, or a gamertag with or without a server's prefix, with spaces or `_` for spaces. Returns null
 * when it is valid in neither edition. Linear in the length of the text.
 */
export function parseIdentifier(text: string, rules = RULES_OF_GAME): PlayerIdentifier | null {
  const identifier = parseOfGame(text, rules);
  if (!rules.anyName || text.length > 2 * IDENTIFIER_MAX_LENGTH) return identifier;
  if (identifier !== null && (identifier.kind !== "name" || identifier.javaName !== null)) {
    return identifier;
  }
  const serviceName = trimmed(text);
  if (!isServiceName(serviceName)) return identifier;
  const ofGame = identifier ?? { kind: "name", javaName: null, gamertag: null, prefixed: false };
  return { ...ofGame, serviceName };
}

function parseOfGame(text: string, { bedrockPrefix }: NameRules): PlayerIdentifier | null {
  if (text.length > IDENTIFIER_MAX_LENGTH) return null;
  const value = trimmed(text);
  const digits = uuidDigits(value);
  if (digits !== null) return parseUuid(digits);
  if (isXuid(value)) return { kind: "xuid", xuid: value };
  const xuid = parseXuid(value);
  const javaName = isJavaName(value) ? value : null;
  // Names of today have up to 16 characters.
  if (xuid !== null && value.length > 16) return { kind: "xuid", xuid };
  if (xuid !== null) return { kind: "name", javaName, gamertag: null, prefixed: false, xuid };
  const bare = withoutPrefix(value, bedrockPrefix);
  const prefixed = bare === null ? null : parseGamertag(bare);
  const gamertag = prefixed ?? parseGamertag(value);
  if (javaName === null && gamertag === null) return null;
  return { kind: "name", javaName, gamertag, prefixed: prefixed !== null };
}

/**
 * Returns what follows a server's prefix for Bedrock players, or null without a prefix: the prefix that is given, in any
 * case, or one sign.
 */
export function withoutPrefix(name: string, bedrockPrefix = ""): string | null {
  const begin = name.slice(0, bedrockPrefix.length);
  if (begin !== "" && begin.toLowerCase() === bedrockPrefix.toLowerCase()) {
    return name.slice(bedrockPrefix.length);
  }
  const [sign] = SIGN.exec(name) ?? [];
  return sign === undefined || hasLookAlikes(sign) ? null : name.slice(sign.length);
}

/**
 * Lists what an identifier may mean, in the order in which it is looked up: each only if there is certainly nobody for the
 * one before.
 */
export function readingsOf(identifier: PlayerIdentifier): readonly PlayerIdentifier[] {
  if (identifier.kind !== "name" || identifier.xuid === undefined) return [identifier];
  const { xuid, ...name } = identifier;
  return [name, { kind: "xuid", xuid }];
}

/**
 * The edition that an identifier leads to. The other is found only through an account link; undefined
 * where both are searched.
 */
export function editionMeant(identifier: PlayerIdentifier): "java" | "bedrock" | undefined {
  switch (identifier.kind) {
    case "java-uuid":
      return "java";
    case "xuid":
      return "bedrock";
    case "name":
      if (identifier.xuid !== undefined) return undefined;
      if (identifier.prefixed || nameInJava(identifier) === undefined) return "bedrock";
      return identifier.gamertag === null ? "java" : undefined;
    case "impossible":
      return undefined;
  }
}

/** The name that is looked up among Java players; undefined for a gamertag that none can have. */
export function nameInJava({
  javaName,
  serviceName,
}: Extract<PlayerIdentifier, { kind: "name" }>): ServiceName | undefined {
  return javaName ?? serviceName;
}

/** The canonical key of an identifier: all spellings of one value give one key. */
export function identifierKey(identifier: PlayerIdentifier): string {
  switch (identifier.kind) {
    case "java-uuid":
      return `java:${identifier.uuid}`;
    case "xuid":
      return `bedrock:${identifier.xuid}`;
    case "name": {
      const java = identifier.javaName === null ? "" : nameKey(identifier.javaName);
      const bedrock = identifier.gamertag === null ? "" : nameKey(identifier.gamertag);
      // Only gamertags have spellings that differ in more than this.
      const other =
        identifier.serviceName === undefined ? "" : `/${nameKey(identifier.serviceName)}`;
      return `name:${java}/${bedrock}${other}`;
    }
    case "impossible":
      return `impossible:${identifier.id}`;
  }
}

/**
 * The same for all spellings of a name: they differ by case, and gamertags by how their spaces are written, which
 * `parseGamertag` has done away with.
 */
export function nameKey(name: ServiceName | Gamertag): string {
  // Lower-casing can leave letter and accent apart where NFC knows one character for both.
  return name.toLowerCase().normalize("NFC");
}

export function isJavaName(value: string): value is JavaName {
  return JAVA_NAME.test(value);
}

export function isServiceName(value: string): value is ServiceName {
  return SERVICE_NAME.test(value);
}

export function isJavaUuid(value: string): value is JavaUuid {
  return /^[0-9a-f]{32}$/.test(value);
}

/** The 32 lower-case digits of a UUID, in whichever form it is written; null for another text. */
export function uuidDigits(text: string): string | null {
  const [, inBraces, inUrn] = WRAPPED_UUID.exec(text) ?? [];
  const plain = inBraces ?? inUrn ?? text;
  return UUID.test(plain) ? plain.replaceAll("-", "").toLowerCase() : digitsOfNbt(text);
}

function digitsOfNbt(text: string): string | null {
  const numbers = NBT_UUID.exec(text)?.slice(1).map(Number);
  if (numbers === undefined || numbers.some((number) => number !== (number | 0))) return null;
  return numbers.map((number) => (number >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * The UUID of a Java account, in any form. Null for nil, Floodgate and offline UUIDs,
 * which no account has.
 */
export function parseJavaUuid(text: string): JavaUuid | null {
  const digits = uuidDigits(text);
  const identifier = digits === null ? null : parseUuid(digits);
  return identifier?.kind === "java-uuid" ? identifier.uuid : null;
}

/** A UUID of version 3, which servers without the game's accounts give. No account of the game has one. */
export function isOfflineUuid(value: string): value is JavaUuid {
  return isJavaUuid(value) && value[12] === "3";
}

/** The UUID of an account anywhere: like `parseJavaUuid`, but offline UUIDs count as well. */
export function parseAnyUuid(text: string): JavaUuid | null {
  const plain = text.replaceAll("-", "").toLowerCase();
  return isOfflineUuid(plain) ? plain : parseJavaUuid(text);
}

export function isXuid(value: string): value is Xuid {
  if (value.length !== 16 || !DIGITS.test(value)) return false;
  const number = BigInt(value);
  return number >= XUID_MIN && number <= XUID_MAX;
}

/** An XUID in decimal, or in hexadecimal as converters print it; null for another text. */
export function parseXuid(text: string): Xuid | null {
  if (isXuid(text)) return text;
  const [, digits] = HEX_XUID.exec(text) ?? [];
  const decimal = digits === undefined ? "" : BigInt(`0x${digits}`).toString();
  return isXuid(decimal) ? decimal : null;
}

export function isTextureHash(value: string): value is TextureHash {
  return /^[0-9a-f]{1,64}$/.test(value);
}

/** `UUID(0, xuid)` with dashes, as Floodgate makes it. */
export function floodgateUuid(xuid: Xuid): string {
  return dashed(BigInt(xuid).toString(16).padStart(32, "0"));
}

/** A UUID with dashes, 8-4-4-4-12. */
export function dashed(uuid: string): string {
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * A gamertag in its canonical spelling, or null. `_` and runs of spaces mean one space; the `#` of
 * a modern suffix is dropped, as Minecraft does. Characters that only look like ASCII (full width
 * letters, the Kelvin sign …) are refused, since folding them would find another player,
 * and so are invisible characters.
 */
export function parseGamertag(text: string): Gamertag | null {
  // Upstreams write gamertags too, and normalising takes quadratic time.
  if (text.length > IDENTIFIER_MAX_LENGTH) return null;
  const spaced = text
    .replace(/#([0-9]{1,4})$/, "$1")
    .replace(/[ _]+/g, " ")
    .replace(/^ | $/g, "");
  if (!ASCII.test(spaced) && hasLookAlikes(spaced)) return null;
  const gamertag = spaced.normalize("NFC");
  // A gamertag cannot be all digits: such a value is an XUID to every provider.
  if (DIGITS.test(gamertag) || !isGamertag(gamertag)) return null;
  return gamertag;
}

function isGamertag(value: string): value is Gamertag {
  return GAMERTAG.test(value) && /[\p{L}\p{Nd}]/u.test(value) && !INVISIBLE.test(value);
}

function hasLookAlikes(text: string): boolean {
  for (const character of text) {
    if (character > "\x7e" && ASCII.test(character.normalize("NFKD"))) return true;
  }
  return false;
}

/** @param uuid 32 lower-case digits */
function parseUuid(uuid: string): PlayerIdentifier {
  if (!uuid.startsWith("0000000000000000")) {
    return isOfflineUuid(uuid) || !isJavaUuid(uuid)
      ? { kind: "impossible", id: uuid }
      : { kind: "java-uuid", uuid };
  }
  const xuid = BigInt(`0x${uuid}`).toString();
  return isXuid(xuid) ? { kind: "xuid", xuid } : { kind: "impossible", id: uuid };
}
