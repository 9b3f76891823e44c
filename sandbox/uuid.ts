/** Reads a UUID with or without dashes and gives its 32 digits in lower case, or null. */
export function parseUuid(text: string): string | null {
  const match = /^(\w{8})-(\w{4})-(\w{4})-(\w{4})-(\w{12})$/.exec(text);
  const plain = (match ? match.slice(1).join("") : text).toLowerCase();
  return /^[0-9a-f]{32}$/.test(plain) ? plain : null;
}

/** Writes 32 digits with dashes. */
export function dashed(uuid: string): string {
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The UUID a Bedrock player has on Java servers: upper half zero, lower half the XUID. */
export function floodgateUuid(xuid: string): string {
  return BigInt(xuid).toString(16).padStart(32, "0");
}

/** The XUID inside a Floodgate UUID, or null for any other UUID. */
export function xuidOfFloodgate(uuid: string): string | null {
  if (!uuid.startsWith("0".repeat(16)) || uuid === "0".repeat(32)) return null;
  return BigInt(`0x${uuid}`).toString();
}
