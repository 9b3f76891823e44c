import { z } from "zod";
import { toBedrockAccount, type BedrockAccount } from "./bedrock-account.ts";
import { UpstreamFailure } from "./failure.ts";

/** The body of an Xbox Live profile answer. */
export const profileUsers = z.object({
  profileUsers: z.array(
    z.looseObject({
      id: z.string(),
      settings: z.array(z.object({ id: z.string(), value: z.string().nullish() })),
    }),
  ),
});

/** The body of an Xbox Live refusal: 28 is an unknown gamertag, 59 and 2 an unknown XUID. */
export const xboxError = z.looseObject({ code: z.int() });

export function isUnknownUser({ code }: { code: number }): boolean {
  return code === 28 || code === 59 || code === 2;
}

/** Every account in an Xbox Live profile answer. */
export function accountsOf(
  call: { provider: string; operation: string },
  body: z.infer<typeof profileUsers>,
): BedrockAccount[] {
  return body.profileUsers.map(({ id, settings }) => {
    const gamertag = settings.find((setting) => setting.id === "Gamertag")?.value;
    if (gamertag) return toBedrockAccount(call, id, gamertag);
    throw new UpstreamFailure("bad-response", call, "sent no gamertag");
  });
}
