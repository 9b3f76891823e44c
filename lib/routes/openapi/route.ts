import { readFileSync } from "node:fs";
import path from "node:path";
import type { Descriptions } from "../../contract/descriptions.ts";
import { chooseEncoding, encodeBody, type EncodedText } from "../../http/encodings.ts";
import { commonErrors, defineRoute } from "../route.ts";
import { openApiDocument, type OpenApiOptions } from "./document.ts";

/** The documents of this process, by the services that they are about. */
const documents = new WeakMap<object, Promise<EncodedText>>();

/** `GET /openapi.json`: the description of all routes. It is generated and compressed at the first request. */
export const openApi = defineRoute({
  id: "getOpenApi",
  required: [],
  errors: commonErrors,
  freshness: "document",
  about: {
    summary: "This document",
    description: "The OpenAPI 3.1 description of this service.",
    response: "This document.",
  },
  async handle(_, { acceptEncoding }, services) {
    let encoded = documents.get(services);
    if (encoded === undefined) {
      const { routes, publicUrl: baseUrl, version } = services;
      encoded = documentOf({ routes, baseUrl, version });
      documents.set(services, encoded);
      encoded.catch(() => documents.delete(services));
    }
    const encoding = chooseEncoding(acceptEncoding);
    const { body, etag } = (await encoded)[encoding];
    return {
      status: 200,
      headers: {
        "content-type": "application/json; charset=utf-8",
        vary: "Accept-Encoding",
        ...(encoding !== "identity" && { "content-encoding": encoding }),
        etag,
      },
      body,
    };
  },
});

function documentOf(options: Omit<OpenApiOptions, "descriptions">): Promise<EncodedText> {
  const document = openApiDocument({ ...options, descriptions: englishDescriptions() });
  return encodeBody(JSON.stringify(document));
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
