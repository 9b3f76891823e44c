import { z } from "zod";
import {
  isJavaName,
  isServiceName,
  isTextureHash,
  isXuid,
  nameKey,
  parseAnyUuid,
  parseGamertag,
  parseJavaUuid,
  type Gamertag,
  type ServiceName,
} from "../contract/identifiers.ts";

/*
 * Schemas for what providers call an id or a name. A body with anything else in that place does not match.
 */

/** A text that can be read as an identifier. */
const readAs = <Id>(parse: (text: string) => Id | null) =>
  z.string().transform((text, context) => {
    const id = parse(text);
    if (id !== null) return id;
    context.addIssue("no identifier");
    return z.NEVER;
  });
/** A text that is an identifier as it stands. */
export const textOf = <Id extends string>(isId: (text: string) => text is Id) =>
  readAs((text) => (isId(text) ? text : null));

export const asXuid = textOf(isXuid);
export const asGamertag = readAs(parseGamertag);
export const asJavaUuid = readAs(parseJavaUuid);
export const asServiceName = textOf(isServiceName);
export const asTextureHash = textOf(isTextureHash);

const accountWith = <Name>(id: typeof asJavaUuid, asName: z.ZodType<Name, string>) =>
  z.object({ id, name: asName }).transform(({ id: uuid, name }) => ({ uuid, name }));
/** A Java account, as the game's name services send one. */
export const javaAccount = accountWith(asJavaUuid, textOf(isJavaName));
/** The account of a UUID. A few have names that can neither be created nor looked up, such as an e-mail address. */
export const accountOfUuid = accountWith(asJavaUuid, asServiceName);
/** The same from a service whose players may have offline UUIDs, and names of any kind. */
export const anyAccount = accountWith(readAs(parseAnyUuid), asServiceName);
export type JavaAccount = z.infer<typeof anyAccount>;

/** A Bedrock account: its XUID and the gamertag it has now. */
export const bedrockAccount = z.object({ xuid: asXuid, gamertag: asGamertag });
export type BedrockAccount = z.infer<typeof bedrockAccount>;

export function isSameName(one: ServiceName, other: ServiceName): boolean {
  return nameKey(one) === nameKey(other);
}

/** Xbox holds gamertags unique without their spaces, so a response may space them otherwise. */
export function spaceless(gamertag: Gamertag): string {
  return nameKey(gamertag).replaceAll(" ", "");
}

export function isSameGamertag(one: Gamertag, other: Gamertag): boolean {
  return spaceless(one) === spaceless(other);
}

/** An account in a profile response of Xbox Live. */
export const profileUser = z
  .object({
    id: z.string(),
    settings: z.array(z.object({ id: z.string(), value: z.unknown() })),
  })
  .transform(({ id: xuid, settings }) => ({
    xuid,
    gamertag: settings.find((setting) => setting.id === "Gamertag")?.value,
  }))
  .pipe(bedrockAccount);
/** The account in a profile response of Xbox Live that has only one. */
export const onlyProfileUser = z
  .object({ profileUsers: z.tuple([profileUser]) })
  .transform(({ profileUsers: [account] }) => account);

/** The body with which Xbox Live limits calls. Read as the seconds of the period that is used up. */
export const usedUpPeriod = z
  .object({ periodInSeconds: z.number().positive() })
  .transform(({ periodInSeconds }) => periodInSeconds);

/** The body with which Xbox Live says that there is no such user, with one of these codes. */
export function unknownUser(codes: readonly [number, ...number[]]) {
  return z.strictObject({
    code: z.literal(codes),
    source: z.literal("Profile"),
    description: z.string(),
    traceInformation: z.string().nullable(),
  });
}
