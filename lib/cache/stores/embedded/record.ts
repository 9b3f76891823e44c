import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

/** What the file keeps for one key. Times are epoch milliseconds. */
export interface StoredRecord {
  value: string;
  /** Infinity: never. */
  expiresAt: number;
  /** When it was last written or, to within an hour, read. */
  usedAt: number;
  /** Its place in the order of use: the table's count of writes at that time. */
  turn: number;
}

// checksum (4) · expiresAt, a double (8) · usedAt (6) · turn (6) · value in UTF-8
const headerBytes = 24;
const turnOffset = 18;
/** LMDB takes 1,978 bytes; shorter keys leave room for more of them on a page. */
const maxLiteralKeyBytes = 400;
const literal = 0;
const hashed = 1;
const maxTime = 2 ** 48 - 1;

export function encodeRecord(key: Buffer, record: StoredRecord): Buffer {
  const bytes = Buffer.allocUnsafe(recordLength(record.value));
  bytes.writeDoubleBE(record.expiresAt, 4);
  bytes.writeUIntBE(storableTime(record.usedAt), 12, 6);
  bytes.writeUIntBE(record.turn, turnOffset, 6);
  bytes.write(record.value, headerBytes);
  bytes.writeUInt32BE(checksum(key, bytes), 0);
  return bytes;
}

/** Bytes that a value takes as a record. */
export function recordLength(value: string): number {
  return headerBytes + Buffer.byteLength(value);
}

/** `undefined` when the bytes are not what was written under this key: a damaged row is a miss. */
export function decodeRecord(key: Buffer, bytes: Buffer): StoredRecord | undefined {
  if (bytes.length < headerBytes || bytes.readUInt32BE(0) !== checksum(key, bytes))
    return undefined;
  return {
    value: bytes.toString("utf8", headerBytes),
    expiresAt: bytes.readDoubleBE(4),
    usedAt: bytes.readUIntBE(12, 6),
    turn: turnOf(bytes),
  };
}

/** The turn alone, without a look at the checksum. */
export function turnOf(bytes: Buffer): number {
  return bytes.length < headerBytes ? 0 : bytes.readUIntBE(turnOffset, 6);
}

export function encodeTurn(turn: number): Buffer {
  const bytes = Buffer.allocUnsafe(6);
  bytes.writeUIntBE(turn, 0, 6);
  return bytes;
}

/**
 * A text key as LMDB can keep it: never empty, never too long. Long keys become their SHA-256, and
 * so do keys with half a surrogate pair, which UTF-8 would make equal to one another.
 */
export function encodeKey(key: string): Buffer {
  const bytes = Buffer.byteLength(key);
  const plain =
    bytes <= maxLiteralKeyBytes && (bytes === key.length || !/\p{Surrogate}/u.test(key));
  const stored = Buffer.allocUnsafe(plain ? 1 + bytes : 33);
  stored[0] = plain ? literal : hashed;
  if (plain) stored.write(key, 1);
  else createHash("sha256").update(Buffer.from(key, "utf16le")).digest().copy(stored, 1);
  return stored;
}

/** What a row costs: its key is kept twice, and each tree spends some 40 bytes on a node. */
export function rowBytes(keyLength: number, recordLength: number): number {
  return 2 * keyLength + recordLength + 80;
}

function checksum(key: Buffer, record: Buffer): number {
  return crc32(record.subarray(4), crc32(key));
}

/** A clock may be set to anything; six bytes hold whole milliseconds from 1970 to 10889. */
function storableTime(time: number): number {
  return Math.min(Math.max(Math.floor(time), 0), maxTime);
}
