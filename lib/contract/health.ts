import { z } from "zod";
import { errorBody } from "./errors.ts";

export const healthBody = z
  .object({
    success: z.literal(true),
    status: z.enum(["alive", "ready"]),
    store: z.enum(["ok", "degraded"]).optional(),
  })
  .meta({ id: "Health" });
export type HealthBody = z.infer<typeof healthBody>;

/** What the service needs beside the API itself before it is ready. */
export const serviceParts = ["pages"] as const;
export type ServicePart = (typeof serviceParts)[number];

/** The error of a process that is not ready. */
export const notReadyBody = errorBody
  .omit({ former: true, limit: true })
  .extend({ missing: z.array(z.enum(serviceParts)) })
  .meta({ id: "NotReady" });
export type NotReadyBody = z.infer<typeof notReadyBody>;
