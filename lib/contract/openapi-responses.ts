import type { ZodOpenApiContentObject, ZodOpenApiResponseObject } from "zod-openapi";
import { ERRORS, errorBody, errorCodes, exampleError, type ErrorCode } from "./errors.ts";
import { headersOfStatus, headersWith } from "./headers.ts";
import type { Meanings } from "./meanings.ts";

export type Responses = ReturnType<typeof createResponses>;

/** Which errors of an endpoint have a picture as their body. */
export interface ErrorPictures {
  statuses: readonly number[];
  /** Media types. */
  types: readonly string[];
  /** `default=404` asks for the 404 as JSON. */
  jsonOnRequest: boolean;
}

const noPictures: ErrorPictures = { statuses: [], types: [], jsonOnRequest: false };

/** The responses that the operations of one document share; each becomes a component. */
export function createResponses(meanings: Meanings) {
  const shared = new Map<string, ZodOpenApiResponseObject>();
  const share = (id: string, response: ZodOpenApiResponseObject) => {
    const known = shared.get(id) ?? { id, ...response };
    shared.set(id, known);
    return known;
  };

  const errorContent = (codes: readonly ErrorCode[]): ZodOpenApiContentObject => ({
    "application/json": {
      schema: errorBody,
      examples: Object.fromEntries(
        codes.map((code) => [
          code,
          { summary: meanings.errors[code], value: exampleError(code, meanings) },
        ]),
      ),
    },
  });

  const error = (status: number, codes: readonly ErrorCode[], pictures: ErrorPictures) => {
    const types = pictures.statuses.includes(status) ? pictures.types : [];
    const either = types.length > 0 && status === 404 && pictures.jsonOnRequest;
    const suffix = either ? "ImageOrError" : types.length > 0 ? "Image" : "";
    const note = `The body is a picture, so that an image tag still shows one${either ? "; with `default=404` it is JSON" : ""}.`;
    return share(codes.map(pascalCase).join("Or") + suffix + (types.length > 1 ? "InFormat" : ""), {
      description: [
        ...codes.map((code) => `\`${code}\`: ${meanings.errors[code]}`),
        ...(types.length > 0 ? [note] : []),
      ].join("\n\n"),
      headers: headersWith([
        ...(headersOfStatus[status] ?? []),
        ...(types.length > 0 ? (["X-Texture-Source"] as const) : []),
      ]),
      content: {
        ...pictureContent(types),
        ...((types.length === 0 || either) && errorContent(codes)),
      },
    });
  };

  return {
    /** A response for each status of these codes: several codes may share one. */
    errors(codes: Iterable<ErrorCode>, pictures = noPictures) {
      const wanted = new Set(codes);
      // In the order of the error table, so that the same codes always have the same id.
      const ordered = errorCodes.filter((code) => wanted.has(code));
      return Object.fromEntries(
        [...new Set(ordered.map((code) => ERRORS[code]))].map((status) => [
          status,
          error(
            status,
            ordered.filter((code) => ERRORS[code] === status),
            pictures,
          ),
        ]),
      );
    },
    notModified: (isPicture: boolean) =>
      share(isPicture ? "PictureNotModified" : "NotModified", {
        description: "The version named by `If-None-Match` is still the current one. No body.",
        headers: headersWith(["ETag", ...(isPicture ? (["X-Texture-Source"] as const) : [])]),
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
