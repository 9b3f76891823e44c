import { z } from "zod";
import { isTextureHash, parseGamertag } from "../../contract/identifiers.ts";
import { skinModel } from "../../contract/profile.ts";
import { LOU, LOU_XUID, NOBODY_XUID, soon } from "../../../testing/providers.ts";
import { DASHED, sent, TAG, TESS, type Operation } from "./operation.fixture.ts";

const HASH = "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";
const geyser = (
  name: string,
  request: Operation["request"],
  value: unknown,
  body: object,
): Operation => ({
  name,
  request,
  found: sent(200, { ...body, extra: null }),
  value,
  none: [sent(200, {})],
  nearMisses: [
    ...Object.keys(body).flatMap((key) =>
      [null, {}, [], ""].map((odd) => sent(200, { ...body, [key]: odd })),
    ),
    ...Object.keys(body)
      .filter((_, __, keys) => keys.length > 1)
      .map((key) => sent(200, JSON.stringify({ ...body, [key]: undefined }))),
    sent(200, { data: body }),
    sent(404, {}),
    sent(400, body),
    sent(400, { message: "xuid should be an int" }),
    sent(503, {}),
    sent(503, { message: "unable to handle request: too much traffic" }),
    sent(503, { message: "Unable to find user in our cache" }),
  ],
});

const link = { bedrock_id: Number(LOU_XUID), java_id: DASHED };
const LINK = { xuid: LOU_XUID, uuid: LOU };
const NO_TAG = { message: "gamertag is empty or longer than 16 chars" };

const xuid = geyser("Geyser, XUID", ({ geyser: from }) => from.xuidOf(TAG, soon()), LOU_XUID, {
  xuid: LOU_XUID,
});
const linkOfXuid = geyser(
  "Geyser, link of an XUID",
  ({ geyser: from }) => from.linkOfXuid(LOU_XUID, soon()),
  LINK,
  link,
);
const linkOfUuid = geyser(
  "Geyser, link of a UUID",
  ({ geyser: from }) => from.linkOfUuid(LOU, soon()),
  LINK,
  link,
);

export const GEYSER: readonly Operation[] = [
  {
    ...xuid,
    none: [sent(200, {}), sent(400, NO_TAG)],
    nearMisses: [
      ...xuid.nearMisses,
      sent(200, NO_TAG),
      sent(400, {}),
      sent(400, { message: "too many requests" }),
      sent(400, { ...NO_TAG, code: 7 }),
      sent(200, { xuid: 0 }),
      sent(200, { xuid: 2761708961228418.5 }),
    ],
  },
  {
    ...geyser(
      "Geyser, gamertag",
      ({ geyser: from }) => from.gamertagOf(LOU_XUID, soon()),
      "Lantern Lou",
      { gamertag: "Lantern Lou" },
    ),
    values: z.string().refine((text) => parseGamertag(text) === text),
  },
  {
    ...geyser(
      "Geyser, skin",
      ({ geyser: from }) => from.skinOf(LOU_XUID, soon()),
      { hash: HASH, model: "slim" },
      { texture_id: HASH, is_steve: false },
    ),
    values: z.strictObject({ hash: z.string().refine(isTextureHash), model: skinModel }),
  },
  {
    ...linkOfXuid,
    nearMisses: [...linkOfXuid.nearMisses, sent(200, { ...link, bedrock_id: Number(NOBODY_XUID) })],
  },
  {
    ...linkOfUuid,
    found: sent(200, [link]),
    none: [sent(200, []), sent(200, {})],
    nearMisses: [
      ...linkOfUuid.nearMisses,
      sent(404, []),
      sent(200, [[]]),
      sent(200, [link, {}]),
      sent(200, [{ bedrock_id: link.bedrock_id }]),
      sent(200, [{ ...link, java_id: "0".repeat(32) }]),
      sent(200, [{ ...link, java_id: TESS }]),
    ],
  },
];
