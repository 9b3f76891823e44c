import { readFileSync } from "node:fs";
import path from "node:path";
import type { Descriptions } from "../contract/descriptions.ts";
import { openApiDocument, type OpenApiOptions } from "../contract/openapi.ts";
import { unlessKnown } from "./caching.ts";
import { chooseEncoding, encodeBody, type EncodedBody } from "./encodings.ts";
import type { Handler } from "./request.ts";

/** The document is generated and compressed once, at the first request. */
export function openApiHandler(options: Omit<OpenApiOptions, "descriptions">): Handler {
  let encoded: Promise<EncodedBody> | undefined;
  const headers = {
    "cache-control": "public, max-age=3600",
    vary: "Accept-Encoding",
    "x-cache": "HIT",
  };
  return async (request) => {
    encoded ??= encodeBody(
      JSON.stringify(openApiDocument({ ...options, descriptions: englishDescriptions() })),
    ).catch((error: unknown) => {
      encoded = undefined;
      throw error;
    });
    const encoding = chooseEncoding(request.acceptEncoding);
    const { body, etag } = (await encoded)[encoding];
    const ofBody = {
      "content-type": "application/json; charset=utf-8",
      ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    };
    return unlessKnown(request, { status: 200, headers: { ...headers, ...ofBody, etag }, body });
  };
}

/**
 * The English texts of the contract, for descriptions that programs read. Read from the working
 * directory, since the front and every bundle find the same file there.
 */
function englishDescriptions(): Descriptions {
  const file = path.join(process.cwd(), "messages", "en.json");
  const messages = JSON.parse(readFileSync(file, "utf8")) as { Contract: Descriptions };
  return messages.Contract;
}
