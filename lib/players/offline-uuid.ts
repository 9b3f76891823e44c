import { createHash } from "node:crypto";

/**
 * The UUID that servers in offline mode give to a name, in its exact spelling: of version 3, from `OfflinePlayer:` and
 * the name in UTF-8, like `UUID.nameUUIDFromBytes` in Java.
 * @returns 32 lower-case digits
 */
export function offlineUuidOf(name: string): string {
  const bytes = createHash("md5").update(`OfflinePlayer:${name}`).digest();
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x30;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return bytes.toString("hex");
}
