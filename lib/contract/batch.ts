import { z } from "zod";
import { errorBody } from "./errors.ts";
import { profileBody } from "./profile.ts";

const username = z.string();

export const batchProfile = profileBody
  .extend({ username, status: z.literal(200) })
  .meta({ id: "BatchProfile" });
export const batchError = errorBody.extend({ username }).meta({ id: "BatchError" });

export const batchBody = z
  .object({
    success: z.literal(true),
    results: z.array(z.union([batchProfile, batchError])),
  })
  .meta({ id: "Batch" });
export type BatchBody = z.infer<typeof batchBody>;
