/** How many slots the nodes of a cluster share. */
export const SLOTS = 16_384;

/**
 * The slot of a key on a cluster: CRC16 (XMODEM) of its hash tag or, without one, of all of it.
 * @see https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/
 */
export function slotOf(key: string): number {
  const [, tag = key] = /^[^{]*\{([^}]+)\}/.exec(key) ?? [];
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  return (crc & 0xffff) % SLOTS;
}

/** The key whose slot says where a command goes; a message goes where its channel would be a key. */
export function keyIn(command: readonly unknown[]): string | undefined {
  const [name = "", first, , third] = command.map(String);
  return /^eval(sha)?$/i.test(name) ? third : first;
}
