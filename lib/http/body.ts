/** Ten names of 25 characters, however they are escaped. */
const MAX_BODY = 4_096;

/** A request body as text; null when it is too long or was broken off. */
export async function readText(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > MAX_BODY) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString("utf8");
}
