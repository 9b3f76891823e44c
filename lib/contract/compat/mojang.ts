import { z } from "zod";
import { isJavaName } from "../identifiers.ts";
import {
  texturesProperty,
  type CompatTarget,
  type CompatFound,
  type CompatReply,
  type JsonEndpoint,
} from "./json.ts";

/* The game's own API, and services that return the same bodies. */

const notFound = ({ path }: CompatTarget): CompatReply => ({
  status: 404,
  body: { path, error: "NOT_FOUND", errorMessage: "Not Found" },
});
const violation = (path: string, errorMessage: string): CompatReply => ({
  status: 400,
  body: { path, error: "CONSTRAINT_VIOLATION", errorMessage },
});
const noUuid = ({ text, path }: CompatTarget) => violation(path, `Not a valid UUID: ${text}`);

const accountSchema = z.object({ id: z.string(), name: z.string() });
const account = ({ player }: CompatFound): z.infer<typeof accountSchema> => ({
  id: player.uuid,
  name: player.name,
});

export const accountByName: JsonEndpoint = {
  reads: "name",
  edition: "java",
  schema: accountSchema,
  write: account,
  none: ({ text, path }) => ({
    status: 404,
    body: { path, errorMessage: `Couldn't find any profile with name ${text}` },
  }),
  invalid({ text, path }) {
    const where = "getProfileName.name";
    const size = text.length > 25 ? `, ${where}: size must be between 1 and 25` : "";
    return violation(path, `${where}: Invalid profile name${size}`);
  },
};

export const accountByUuid: JsonEndpoint = {
  reads: "uuid",
  edition: "java",
  schema: accountSchema,
  write: account,
  none: notFound,
  invalid: noUuid,
};

const MOST_NAMES = 10;

function namesIn(body: string): string[] | null {
  try {
    const { data } = z.array(z.string()).safeParse(JSON.parse(body));
    return data ?? null;
  } catch {
    return null;
  }
}

/** Of several names at once. */
export const accountsByNames: JsonEndpoint = {
  ...accountByName,
  bulk(body, { path }) {
    if (body === null) return { status: 413, body: { path, error: "PAYLOAD_TOO_LARGE" } };
    const names = namesIn(body);
    if (names === null) {
      const errorMessage = "Failed to read the request";
      return { status: 400, body: { path, error: "BAD_REQUEST", errorMessage } };
    }
    const list = "getProfileName.profileNames";
    if (names.length === 0) return violation(path, `${list}: must not be empty`);
    if (names.length > MOST_NAMES) {
      return violation(path, `${list}: size must be between 0 and ${MOST_NAMES}`);
    }
    const bad = names.findIndex((name) => !isJavaName(name));
    if (bad === -1) return names;
    return violation(path, `${list}[${bad}].<list element>: Invalid profile name`);
  },
  schema: z.array(accountSchema),
};

const profileSchema = z.object({
  id: z.string(),
  name: z.string(),
  properties: z.array(texturesProperty),
  profileActions: z.array(z.string()),
});

export const sessionProfile: JsonEndpoint = {
  reads: "uuid",
  edition: "java",
  schema: profileSchema,
  write: ({ player }): z.infer<typeof profileSchema> => ({
    id: player.uuid,
    name: player.name,
    properties: [{ name: "textures", ...player.worn().property }],
    profileActions: [],
  }),
  none: () => ({ status: 204 }),
  invalid: noUuid,
};

export const signedProfile: JsonEndpoint = { ...sessionProfile, signed: true };

/* Services that take a name or a UUID in one place. */

const notFoundText = (): CompatReply => ({ status: 404, body: "Not found" });
const noUser = (): CompatReply => ({ status: 404, body: { error: "User does not exist" } });

/** The session profile, also by name and of Bedrock players. */
export const profileOfPlayer: JsonEndpoint = {
  ...signedProfile,
  reads: "player",
  edition: "floodgate",
  none: noUser,
  invalid: noUser,
};

export const mowojang = {
  account: {
    ...accountByName,
    reads: "nameOrUuid",
    none: notFoundText,
    invalid: notFoundText,
  },
  accountByName: { ...accountByName, none: notFoundText, invalid: notFoundText },
  profile: { ...sessionProfile, none: notFoundText, invalid: notFoundText },
  signedProfile: { ...signedProfile, none: notFoundText, invalid: notFoundText },
} satisfies Record<string, JsonEndpoint>;
