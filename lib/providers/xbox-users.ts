import { z } from "zod";
import { toBedrockAccount, type BedrockAccount } from "./bedrock-account.ts";
import { UpstreamFailure } from "./failure.ts";

/** The body of an Xbox Live profile answer. */
export const profileUsers = z.object({
  profileUsers: z
    .array(
      z.looseObject({
        id: z.string(),
        settings: z.array(z.object({ id: z.string(), value: z.unknown() })),
      }),
    )
    .min(1),
});

/** The codes by which Xbox Live says that there is no such user. */
export const UNKNOWN_GAMERTAG = [28] as const;
export const UNKNOWN_XUID = [59, 2] as const;

/** The body by which Xbox Live says that there is no such user, with one of these codes. */
export function unknownUser(codes: readonly [number, ...number[]]) {
  return z.strictObject({
    code: z.literal(codes),
    source: z.literal("Profile"),
    description: z.string(),
    traceInformation: z.string().nullable(),
  });
}

/** Every account in an Xbox Live profile answer. */
export function accountsOf(
  call: { provider: string; operation: string },
  body: z.infer<typeof profileUsers>,
): BedrockAccount[] {
  return body.profileUsers.map(({ id, settings }) => {
    const gamertag = settings.find((setting) => setting.id === "Gamertag")?.value;
    if (typeof gamertag === "string") return toBedrockAccount(call, id, gamertag);
    throw new UpstreamFailure("bad-response", call, "sent no gamertag");
  });
}
