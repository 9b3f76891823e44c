import { z } from "zod";
import { errorBody } from "./errors.ts";
import { profileBody } from "./profile.ts";

const username = z.string();
const status = z.int().min(200).max(299);

export const batchProfile = z
  .object({ username, status, ...profileBody.shape })
  .meta({ id: "BatchProfile" });
export const batchError = z.object({ username, ...errorBody.shape }).meta({ id: "BatchError" });

export const batchBody = z
  .object({
    success: z.literal(true),
    results: z.array(z.union([batchProfile, batchError])),
  })
  .meta({ id: "Batch" });
export type BatchBody = z.infer<typeof batchBody>;
