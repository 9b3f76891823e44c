import { UpstreamFailure, type CallName } from "./failure.ts";
import type { UpstreamResponse } from "./upstream/response.ts";

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

/** Reads the bytes of a texture from a store of files, or that there is no such file. */
export function readTexture(call: CallName, response: UpstreamResponse): Uint8Array | null {
  // The 404 of a file store means that there is no such file, in whatever words; a web page is what a
  // gateway before it says.
  if (response.status === 404 && !response.isHtml) return null;
  if (response.status === 200 && isPng(response.bytes)) return response.bytes;
  throw new UpstreamFailure("bad-response", call, "sent no PNG");
}

function isPng(bytes: Uint8Array): boolean {
  return PNG_SIGNATURE.every((byte, index) => bytes[index] === byte);
}
