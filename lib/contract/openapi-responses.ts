import { isDeepStrictEqual } from "node:util";
import type { ZodOpenApiContentObject, ZodOpenApiResponseObject } from "zod-openapi";
import { bodyExamples } from "./captured.ts";
import { imageTypes, type Endpoint } from "./endpoints.ts";
import { ERRORS, errorBody, errorCodes, type ErrorCode } from "./errors.ts";
import { headersOfStatus, headersWith } from "./headers.ts";
import type { Meanings } from "./meanings.ts";

export type Responses = ReturnType<typeof createResponses>;

/** The responses that the operations of one document share; each becomes a component. */
export function createResponses(meanings: Meanings) {
  const shared = new Map<string, ZodOpenApiResponseObject>();
  const share = (
    id: string,
    response: ZodOpenApiResponseObject,
    endpoint?: Endpoint,
  ): ZodOpenApiResponseObject => {
    const known = shared.get(id) ?? { id, ...response };
    shared.set(id, known);
    // An endpoint with other examples has a response of its own.
    return endpoint === undefined || isDeepStrictEqual(known, { id, ...response })
      ? known
      : share(id + endpoint.id.replace(/^get/, "Of"), response);
  };

  const error = (status: number, codes: readonly ErrorCode[], endpoint?: Endpoint) => {
    const types = endpoint?.imageErrors?.includes(status) === true ? imageTypes(endpoint) : [];
    const isImage = types.length > 0;
    // `default=404` turns the picture of a 404 into JSON.
    const either = isImage && status === 404 && "default" in (endpoint?.query.shape ?? {});
    const suffix = either ? "ImageOrError" : isImage ? "Image" : "";
    const note = `The body is an image, so that an image tag still shows one${either ? "; with `default=404` it is JSON" : ""}.`;
    const examples = bodyExamples(endpoint?.id ?? "getProfile", status, meanings);
    const json = { "application/json": { schema: errorBody, examples } };
    const response = {
      description: [
        ...codes.map((code) => `\`${code}\`: ${meanings.errors[code]}`),
        ...(isImage ? [note] : []),
      ].join("\n\n"),
      headers: headersWith(...(headersOfStatus[status] ?? []), isImage && "X-Texture-Source"),
      content: { ...pictureContent(types), ...((!isImage || either) && json) },
    };
    const name = codes.map(pascalCase).join("Or") + suffix + (types.length > 1 ? "InFormat" : "");
    return share(name, response, endpoint);
  };

  return {
    /** A response for each status of these codes: several codes may share one. */
    errors(codes: readonly ErrorCode[], endpoint?: Endpoint) {
      // In the order of the error table, so that the same codes always have the same id.
      const ordered = errorCodes.filter((code) => codes.includes(code));
      return Object.fromEntries(
        ordered.map((code) => {
          const status = ERRORS[code];
          const ofStatus = ordered.filter((other) => ERRORS[other] === status);
          return [status, error(status, ofStatus, endpoint)];
        }),
      );
    },
    notModified: (isPicture: boolean) =>
      share(isPicture ? "PictureNotModified" : "NotModified", {
        description: "The version in `If-None-Match` is still current. No body.",
        headers: headersWith("ETag", isPicture && "X-Texture-Source"),
      }),
  };
}

/** Pictures of these media types. */
export function pictureContent(types: readonly string[]): ZodOpenApiContentObject {
  // JSON Schema has no type for binary data.
  const schema = { type: "string", format: "binary" } as const;
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function pascalCase(code: ErrorCode): string {
  return code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
