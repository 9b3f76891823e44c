import { z } from "zod";
import { readJson } from "../../cache/stores/stored-value.ts";
import type { CompatTarget, JsonEndpoint, JsonEndpoints } from "../json.ts";
import type { CompatScheme } from "../scheme.ts";
import type { CompatReply } from "../terms.ts";

/* The game's own API, and services that return the same bodies. */

const violation = (path: string, errorMessage: string): CompatReply => ({
  status: 400,
  body: { path, error: "CONSTRAINT_VIOLATION", errorMessage },
});
const noUuid = ({ text, path }: CompatTarget) => violation(path, `Not a valid UUID: ${text}`);

export const accountByName: JsonEndpoint = {
  reads: "name",
  write: ({ player }) => ({ id: player.uuid, name: player.name }),
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

const accountByUuid: JsonEndpoint = {
  ...accountByName,
  reads: "uuid",
  none: ({ path }) => ({
    status: 404,
    body: { path, error: "NOT_FOUND", errorMessage: "Not Found" },
  }),
  invalid: noUuid,
};

const MOST_NAMES = 10;

/** The accounts of several names at once. */
const accountsByNames: JsonEndpoint = {
  ...accountByName,
  bulk: {
    read(body, { path }, isName) {
      if (body === null) return { status: 413, body: { path, error: "PAYLOAD_TOO_LARGE" } };
      const names = readJson(z.array(z.string()), body);
      if (names === undefined) {
        const errorMessage = "Failed to read the request";
        return { status: 400, body: { path, error: "BAD_REQUEST", errorMessage } };
      }
      const list = "getProfileName.profileNames";
      if (names.length === 0) return violation(path, `${list}: must not be empty`);
      if (names.length > MOST_NAMES) {
        return violation(path, `${list}: size must be between 0 and ${MOST_NAMES}`);
      }
      const bad = names.findIndex((name) => !isName(name));
      if (bad === -1) return names;
      return violation(path, `${list}[${bad}].<list element>: Invalid profile name`);
    },
  },
};

export const sessionProfile: JsonEndpoint = {
  reads: "uuid",
  write: ({ player }) => ({
    id: player.uuid,
    name: player.name,
    properties: [{ name: "textures", ...player.textures().property }],
    profileActions: [],
  }),
  none: () => ({ status: 204 }),
  invalid: noUuid,
};

export const signedProfile: JsonEndpoint = { ...sessionProfile, signed: true };

/** The same, with nothing for accounts without a profile. */
function ofProfiles(endpoint: JsonEndpoint): JsonEndpoint {
  return {
    ...endpoint,
    write: (found, target) => (found.player.hasProfile ? endpoint.write(found, target) : undefined),
  };
}

const json: JsonEndpoints = {
  "users/profiles/minecraft/:id": accountByName,
  "profiles/minecraft": accountsByNames,
  "user/profile/:id": accountByUuid,
  "minecraft/profile/lookup/bulk/byname": accountsByNames,
  "minecraft/profile/lookup/name/:id": accountByName,
  "minecraft/profile/lookup/:id": accountByUuid,
  "session/minecraft/profile/:id?unsigned=false": ofProfiles(signedProfile),
  "session/minecraft/profile/:id": ofProfiles(sessionProfile),
};

export const mojang: CompatScheme = {
  name: "Mojang",
  host: "api.mojang.com",
  otherHosts: {
    session: "sessionserver.mojang.com",
    blockedservers: "sessionserver.mojang.com",
  },
  notOffered: {
    blockedservers: "blocked",
    "minecraft/profile": "private",
    "user/security/location": "private",
  },
  json,
};

/** An endpoint whose response is the same for an unknown player and a text that can name none. */
export const withNone = (endpoint: JsonEndpoint, body: unknown): JsonEndpoint => {
  const none = () => ({ status: 404, body });
  return { ...endpoint, none, invalid: none };
};

/** The session profile, also by name and of Bedrock players. */
export const profileOfPlayer = withNone(
  { ...signedProfile, reads: "player" },
  { error: "User does not exist" },
);
