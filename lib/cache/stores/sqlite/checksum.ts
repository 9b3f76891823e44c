import { crc32 } from "node:zlib";

/** Of key and value, so that a value never appears under another's key. */
export function checksumOf(key: Uint8Array, value: Uint8Array): number {
  // zlib would start over for an empty buffer.
  return value.length === 0 ? crc32(key) : crc32(value, crc32(key));
}
