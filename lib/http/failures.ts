import { ApiError } from "../contract/errors.ts";
import { reasonOf } from "../players/profile.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { BusyError } from "../textures/strict-sharp.ts";

/** `Retry-After` of an upstream's failure that names no time itself, in seconds. */
const RETRY_SECONDS = 5;

/** The public error for a thrown failure; undefined when it is our own fault. */
export function apiErrorOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof BusyError) {
    return new ApiError("OVERLOADED", "Too many pictures are being drawn. Retry in a moment.", {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  if (error instanceof UpstreamFailure) {
    return new ApiError("BAD_GATEWAY", `The player could not be asked for: ${reasonOf(error)}.`, {
      retryAfterSeconds: error.retryAfterSeconds ?? RETRY_SECONDS,
      cause: error,
    });
  }
  return undefined;
}
