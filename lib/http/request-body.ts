import { ApiError } from "../contract/errors.ts";

/** The longest body that is read by default, in bytes: ten names of 25 characters, however they are escaped. */
export const MAX_BODY = 4_096;

/**
 * A request body as text; null when it has more bytes than these.
 * @throws ApiError When it is malformed or broken off.
 */
export async function readText(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most = MAX_BODY,
): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > most) return null;
      chunks.push(chunk);
    }
  } catch {
    throw malformedRequest();
  }
  // The decoder leaves a BOM out.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The error for a request that is not well-formed HTTP. */
export function malformedRequest(): ApiError {
  return new ApiError("INVALID_PARAMETER", "The request is not well-formed HTTP.", {
    isCacheable: false,
  });
}
