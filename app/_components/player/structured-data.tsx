import { dashed } from "@/lib/contract/identifiers.ts";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { canonicalName, relationOf } from "./people.ts";
import { playerPath } from "./player-path.ts";

export interface StructuredDataProps {
  profile: ProfileBody;
  /** The address of the site in this language, to which the player's path is added. */
  page: string;
}

/** The player for search engines, as JSON-LD (schema.org ProfilePage). */
export function StructuredData({ profile, page }: StructuredDataProps) {
  const { java, bedrock } = profile;
  const name = canonicalName(profile);
  // Two people must not become one.
  const second = java === undefined || relationOf(profile) === "linked" ? bedrock : undefined;
  const data = {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url: `${page}${playerPath(name)}`,
    dateModified: profile.fetched_at,
    mainEntity: {
      "@type": "Person",
      name,
      ...(second !== undefined && second.gamertag !== name && { alternateName: second.gamertag }),
      image: `${page}${playerPath(name)}/opengraph-image`,
      identifier: [
        ...(java === undefined ? [] : [property("UUID", dashed(java.uuid))]),
        ...(second === undefined ? [] : [property("XUID", second.xuid_decimal)]),
      ],
    },
  };
  // Nothing in it may end the element.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

function property(name: string, value: string) {
  return { "@type": "PropertyValue", propertyID: name, value };
}
