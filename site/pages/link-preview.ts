import { createHash } from "node:crypto";
import type { Locale } from "next-intl";
import type { HistoryBody, ProfileBody } from "../../lib/contract/profile.ts";
import { localePath } from "../i18n/routing.ts";
import { canonicalName, formerNames, relationOf } from "./people.ts";
import { previewFiguresOf } from "./player-images.ts";
import { idInUrl, playerPath } from "./player-path.ts";

interface LinkPreviewOptions {
  locale: Locale;
  profile: ProfileBody;
  history: HistoryBody | null;
  /** The URL of this instance. */
  base: string;
}

/** Longer URLs leave too little of what Discord reads of an embed for its text. */
const LONGEST_URL = 500;

/** The texts of link previews: Discord's, and everyone else's. */
export function linkPreviewOf({ locale, profile, history, base }: LinkPreviewOptions) {
  const { java, bedrock } = profile;
  const name = canonicalName(profile);
  const path = playerPath(idInUrl(profile));
  const url = base + localePath(locale, path);
  // Chats keep the image of a URL for good.
  const shown = JSON.stringify([name, previewFiguresOf(profile)]);
  const version = createHash("sha256").update(shown).digest("base64url").slice(0, 12);
  const editions = bedrock === undefined ? "java" : java === undefined ? "bedrock" : "both";
  return {
    name,
    path,
    url,
    image: `${url}/opengraph-image?v=${version}`,
    /** Undefined if it would be too long. */
    embed: url.length > LONGEST_URL ? undefined : `${url}/discord-embed`,
    /** The message that describes the player, and its values. */
    description: editions,
    values: {
      name,
      relation: relationOf(profile),
      former: formerNames(profile, history).length,
    },
  } as const;
}
