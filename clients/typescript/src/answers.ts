import { pictureErrors, type ErrorBody } from "./contract.ts";
import { NametagError } from "./error.ts";

/** The body of an answer that is not an error. */
export async function readJson<Body>(response: Response): Promise<Body> {
  const body = await parse(response);
  if (isAnswer<Body>(body)) return body;
  throw unreadable(response);
}

/** What an answer with an error's status means. */
export async function errorOf(response: Response): Promise<NametagError> {
  const { status, headers } = response;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  if (headers.get("content-type")?.startsWith("image/")) {
    const error = pictureErrors.get(status);
    if (error === undefined || !headers.has("x-texture-source")) return unreadable(response);
    return new NametagError(error.code, error.message, { status, retryAfterSeconds });
  }
  const body = await parse(response);
  if (!isError(body)) return unreadable(response);
  return new NametagError(body.code, body.error, { status, retryAfterSeconds });
}

export function unreadable({ status, url }: Response, cause?: unknown): NametagError {
  const message = `What answered ${status} at ${url} is not the service.`;
  return new NametagError("UNREADABLE_ANSWER", message, { status, cause });
}

async function parse(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(response, error);
  }
}

function isAnswer<Body>(body: unknown): body is Body {
  return isObject(body) && body["success"] === true;
}

function isError(body: unknown): body is ErrorBody {
  return (
    isObject(body) &&
    body["success"] === false &&
    typeof body["code"] === "string" &&
    typeof body["error"] === "string"
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
