import { z } from "zod";
import { isServiceName, type JavaName } from "../../contract/identifiers.ts";
import { LOU, soon } from "../../../testing/providers.ts";
import { JAVA, sent, TESS, type Operation } from "./operation.fixture.ts";

const EMPTY = sent(204, "");
const lou = { id: LOU, name: "Lantern_Lou" };
const tess = { id: TESS, name: "Tinker_Tess" };
const NO_NAME = { path: "/x", errorMessage: "Couldn't find any profile with name lantern_lou" };
const NOT_FOUND = { path: "/x", error: "NOT_FOUND", errorMessage: "Not Found" };
const BAD_NAME = {
  path: "/x",
  error: "CONSTRAINT_VIOLATION",
  errorMessage: "getProfileName.name: Invalid profile name",
};
const BAD_LENGTH = `${BAD_NAME.errorMessage}, getProfileName.name: size must be between 1 and 25`;

const names = (name: string, request: Operation["request"]): Operation => ({
  name,
  request,
  found: sent(200, { ...lou, demo: true }),
  value: JAVA,
  none: [
    EMPTY,
    sent(404, NO_NAME),
    sent(400, BAD_NAME),
    sent(400, { ...BAD_NAME, errorMessage: BAD_LENGTH }),
  ],
  nearMisses: [
    sent(200, NO_NAME),
    sent(404, NOT_FOUND),
    sent(404, { path: "/x" }),
    sent(404, { errorMessage: NO_NAME.errorMessage }),
    sent(404, { ...NO_NAME, retry: true }),
    sent(404, { ...NO_NAME, errorMessage: "Couldn't find any profile with name Tinker_Tess" }),
    sent(404, NO_NAME, "text/plain"),
    sent(400, NO_NAME),
    sent(400, { ...BAD_NAME, errorMessage: "too many requests" }),
    sent(400, { ...BAD_NAME, error: "BadRequestException" }),
    sent(404, BAD_NAME),
    sent(200, { id: LOU }),
    sent(200, { id: null, name: null }),
    sent(200, { ...lou, name: null }),
    sent(200, { ...lou, name: "" }),
    sent(200, { ...lou, id: "0".repeat(32) }),
    sent(200, { ...lou, id: "b50ad385829d3141a2167e7d7539ba7f" }),
    sent(200, { ...lou, id: `-${LOU}-` }),
    sent(200, tess),
    sent(200, [lou]),
  ],
});

const session = (properties: unknown) => ({ ...lou, properties, profileActions: [] });
const property = (value: unknown) => [
  { name: "textures", value: Buffer.from(JSON.stringify(value)).toString("base64") },
];
const NO_TEXTURES = property({ profileId: LOU, profileName: "Lantern_Lou", textures: {} });

export const MOJANG: readonly Operation[] = [
  names("minecraftservices, name", ({ names: from }) =>
    from.accountByName("Lantern_Lou" as JavaName, soon()),
  ),
  {
    name: "minecraftservices, names together",
    async request({ names: from }) {
      const [first] = await Promise.allSettled([
        from.accountByName("Lantern_Lou" as JavaName, soon()),
        from.accountByName("Tinker_Tess" as JavaName, soon()),
      ]);
      if (first.status === "rejected") throw first.reason;
      return first.value;
    },
    found: sent(200, [tess, lou]),
    value: JAVA,
    none: [sent(200, []), sent(200, [tess])],
    nearMisses: [
      EMPTY,
      sent(200, lou),
      sent(200, { data: [] }),
      sent(200, [tess, null]),
      sent(200, [tess, {}]),
      sent(200, [tess, []]),
      sent(200, [tess, { ...lou, id: null }]),
      sent(200, [tess, { id: LOU, name: "Somebody" }]),
      sent(200, [tess, tess]),
      sent(200, [{ ...tess, id: "0".repeat(32) }]),
      sent(404, []),
    ],
  },
  names("api.mojang.com, name", ({ legacy }) =>
    legacy.accountByName("Lantern_Lou" as JavaName, soon()),
  ),
  {
    name: "session server",
    request: ({ session: from }) => from.sessionOf(LOU, soon()),
    found: sent(200, session(NO_TEXTURES)),
    value: { ...JAVA, textures: { skin: null, cape: null } },
    values: z.strictObject({
      uuid: z.literal(LOU),
      name: z.string().refine(isServiceName),
      textures: z.strictObject({ skin: z.null(), cape: z.null() }).nullable(),
    }),
    none: [EMPTY, sent(404, NOT_FOUND), sent(404, { ...NOT_FOUND, error: "NOT FOUND" })],
    nearMisses: [
      sent(404, NO_NAME),
      sent(404, { path: "/x" }),
      sent(404, { ...NOT_FOUND, retry: true }),
      sent(404, { ...NOT_FOUND, errorMessage: "Too Many Requests" }),
      sent(200, NOT_FOUND),
      sent(400, NOT_FOUND),
      sent(200, lou),
      sent(200, session(null)),
      sent(200, session({})),
      sent(200, session([null])),
      sent(200, { ...session(NO_TEXTURES), id: null }),
      sent(200, { ...session(NO_TEXTURES), name: null }),
      sent(200, { ...session(NO_TEXTURES), ...tess }),
    ],
  },
];
