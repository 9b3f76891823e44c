import { z } from "zod";

export const healthBody = z
  .object({
    success: z.literal(true).describe("Always true."),
    status: z
      .enum(["alive", "ready"])
      .describe("`alive`: the process answers. `ready`: it takes requests."),
    store: z
      .enum(["ok", "degraded"])
      .optional()
      .describe("`degraded`: memory stands in for a store that fails. Only with `ready`."),
  })
  .meta({ id: "Health", description: "The process is alive, or ready for requests." });
export type HealthBody = z.infer<typeof healthBody>;
