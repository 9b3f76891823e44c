import { z } from "zod";

export const healthBody = z
  .object({
    success: z.literal(true).describe("Always true."),
    status: z.literal("alive").describe("The process answers."),
  })
  .meta({ id: "Health", description: "The process is alive." });
export type HealthBody = z.infer<typeof healthBody>;
