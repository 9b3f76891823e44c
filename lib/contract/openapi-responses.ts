import {
  ApiError,
  ERRORS,
  errorBody,
  errorCodes,
  type ErrorBody,
  type ErrorCode,
} from "./errors.ts";
import { headersWith, type ResponseHeader } from "./headers.ts";
import type { Meanings } from "./meanings.ts";
import { schemaReference } from "./openapi-schemas.ts";
import type { Example, MediaType, Response, Schema } from "./openapi-types.ts";

/** One status of an operation. */
export interface Answer {
  status: number;
  /** The name under which operations share the response; left out when it is theirs alone. */
  name?: string;
  response: Response;
}

/** Binary, which JSON Schema has no type for. */
export const imageSchema: Schema = { type: "string", format: "binary" };

export const notModified: Answer = {
  status: 304,
  name: "NotModified",
  response: {
    description: "The version named by `If-None-Match` is still the current one. No body.",
    headers: headersWith(["ETag", "Age"]),
  },
};

export const pictureNotModified: Answer = {
  ...notModified,
  name: "PictureNotModified",
  response: {
    ...notModified.response,
    headers: headersWith(["ETag", "Age", "X-Texture-Source"]),
  },
};

export interface ErrorAnswerOptions {
  /** Statuses whose body is a picture. */
  imageStatuses?: readonly number[];
  /** The media types of those pictures. */
  imageTypes?: readonly string[];
  /** A 404 can be asked for as JSON, by `default=404`. */
  jsonOnRequest?: boolean;
}

/** One answer for each status of these codes: several codes may share one. */
export function errorAnswers(
  codes: Iterable<ErrorCode>,
  meanings: Meanings,
  { imageStatuses = [], imageTypes = [], jsonOnRequest = false }: ErrorAnswerOptions = {},
): Answer[] {
  return [...groupByStatus(new Set(codes))].map(([status, ofStatus]) => {
    if (!imageStatuses.includes(status)) {
      return errorAnswer(status, ofStatus, bodies.json, [], meanings);
    }
    const body = jsonOnRequest && status === 404 ? bodies.either : bodies.image;
    return errorAnswer(status, ofStatus, body, imageTypes, meanings);
  });
}

interface ErrorBodyKind {
  suffix: string;
  note: string;
  json: boolean;
}

const bodies = {
  json: { suffix: "", note: "", json: true },
  image: {
    suffix: "Image",
    note: "The body is a picture, so that an image tag still shows one.",
    json: false,
  },
  either: {
    suffix: "ImageOrError",
    note: "The body is a picture, so that an image tag still shows one; with `default=404` it is JSON.",
    json: true,
  },
} as const satisfies Record<string, ErrorBodyKind>;

function errorAnswer(
  status: number,
  codes: readonly ErrorCode[],
  body: ErrorBodyKind,
  imageTypes: readonly string[],
  meanings: Meanings,
): Answer {
  const cases = codes.map((code) => `\`${code}\`: ${meanings.errors[code]}`);
  return {
    status,
    name:
      codes.map(pascalCase).join("Or") + body.suffix + (imageTypes.length > 1 ? "InFormat" : ""),
    response: {
      description: [...cases, body.note].join("\n\n").trim(),
      headers: headersWith([
        ...(headersOfStatus.get(status) ?? []),
        ...(imageTypes.length > 0 ? (["X-Texture-Source"] as const) : []),
      ]),
      content: {
        ...Object.fromEntries(imageTypes.map((type) => [type, { schema: imageSchema }])),
        ...(body.json && { "application/json": errorContent(codes, meanings) }),
      },
    },
  };
}

/** In the order of the error table, so that the document is the same however codes are listed. */
function groupByStatus(wanted: ReadonlySet<ErrorCode>): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of errorCodes) {
    if (!wanted.has(code)) continue;
    const status = ERRORS[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

const headersOfStatus = new Map<number, readonly ResponseHeader[]>([
  [405, ["Allow"]],
  [429, ["Retry-After", "RateLimit", "RateLimit-Policy"]],
  [502, ["Retry-After"]],
  [503, ["Retry-After"]],
]);

/** Where the sentence says more than the meaning of the code. */
const sentences: Partial<Record<ErrorCode, string>> = {
  MISSING_PARAMETER:
    "The username parameter is missing: give a name, a UUID, an XUID or a gamertag.",
  INVALID_PARAMETER: "type must be all, java or bedrock.",
  BAD_GATEWAY: "The Java edition's provider did not answer in time. Retry later.",
};

/** The body that an error with this code may have. */
export function exampleError(code: ErrorCode, { errors }: Meanings): ErrorBody {
  return new ApiError(code, sentences[code] ?? errors[code]).body;
}

function errorContent(codes: readonly ErrorCode[], meanings: Meanings): MediaType {
  const examples = codes.map((code): [string, Example] => [
    code,
    { summary: meanings.errors[code], value: exampleError(code, meanings) },
  ]);
  return { schema: schemaReference(errorBody), examples: Object.fromEntries(examples) };
}

function pascalCase(code: ErrorCode): string {
  return code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
