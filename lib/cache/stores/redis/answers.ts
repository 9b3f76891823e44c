import type { UpstashRequest, UpstashResponse } from "@upstash/redis";
import { asRedisError, RedisError } from "./error.ts";

/**
 * Passes a request on and looks at what comes back: an answer of a Redis to every command of it, or a
 * `RedisError`. Commands that a working Redis refused are among the answers.
 */
export async function checkedRequest<Result>(
  request: UpstashRequest,
  next: (request: UpstashRequest) => Promise<UpstashResponse<Result>>,
): Promise<UpstashResponse<Result>> {
  let response: UpstashResponse<Result>;
  try {
    response = await next(request);
  } catch (error) {
    throw asRedisError(error);
  }
  for (const answer of answersIn(request, response)) {
    if (!isObject(answer)) throw notAnAnswer();
    const { result, error } = answer;
    if (typeof error === "string" && error !== "") {
      const failure = new RedisError(error);
      if (!failure.answered) throw failure;
    } else if (result === undefined) {
      throw notAnAnswer();
    }
  }
  return response;
}

/** The answers in a response; those of a pipeline come as a list as long as itself. */
function answersIn({ path = [], body }: UpstashRequest, response: unknown): unknown[] {
  if (path.length === 0) return [response];
  const expected = Array.isArray(body) ? body.length : 0;
  if (!Array.isArray(response) || response.length !== expected) throw notAnAnswer();
  return response;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notAnAnswer(): RedisError {
  return new RedisError("What came back is no answer of a Redis");
}
