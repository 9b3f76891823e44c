import { z } from "zod";

export const healthBody = z
  .object({
    success: z.literal(true),
    status: z.enum(["alive", "ready"]),
    store: z.enum(["ok", "degraded"]).optional(),
  })
  .meta({ id: "Health" });
export type HealthBody = z.infer<typeof healthBody>;
