import { ApiError, ERRORS, errorBody, errorCodes, type ErrorCode } from "./errors.ts";
import { headersWith, type ResponseHeader } from "./headers.ts";
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
  /** Those statuses can be asked for as JSON, by `default=404`. */
  jsonOnRequest?: boolean;
}

/** One answer for each status of these codes: several codes may share one. */
export function errorAnswers(
  codes: Iterable<ErrorCode>,
  { imageStatuses = [], imageTypes = [], jsonOnRequest = false }: ErrorAnswerOptions = {},
): Answer[] {
  return [...groupByStatus(new Set(codes))].map(([status, ofStatus]) => {
    if (!imageStatuses.includes(status)) return errorAnswer(status, ofStatus, bodies.json, []);
    return errorAnswer(status, ofStatus, jsonOnRequest ? bodies.either : bodies.image, imageTypes);
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
): Answer {
  const meanings = codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`);
  return {
    status,
    name: codes.map(pascalCase).join("Or") + body.suffix,
    response: {
      description: [...meanings, body.note].join("\n\n").trim(),
      headers: headersWith([
        ...(headersOfStatus.get(status) ?? []),
        ...(imageTypes.length > 0 ? (["X-Texture-Source"] as const) : []),
      ]),
      content: {
        ...Object.fromEntries(imageTypes.map((type) => [type, { schema: imageSchema }])),
        ...(body.json && { "application/json": errorContent(codes) }),
      },
    },
  };
}

/** In the order of the error table, so that the document is the same however codes are listed. */
function groupByStatus(wanted: ReadonlySet<ErrorCode>): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of errorCodes) {
    if (!wanted.has(code)) continue;
    const { status } = ERRORS[code];
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

function errorContent(codes: readonly ErrorCode[]): MediaType {
  const examples = codes.map((code): [string, Example] => {
    const { meaning } = ERRORS[code];
    return [code, { summary: meaning, value: new ApiError(code, sentences[code] ?? meaning).body }];
  });
  return { schema: schemaReference(errorBody), examples: Object.fromEntries(examples) };
}

function pascalCase(code: ErrorCode): string {
  return code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
