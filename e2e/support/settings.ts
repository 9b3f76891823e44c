/** The URL in the documentation of a build without settings. */
export const BUILT_FOR = "http://localhost:3000";

/** Another URL. */
export const PUBLIC_URL = "https://players.example.org";

/** The operator of the service that is published; the name is not HTML. */
export const OPERATOR = "Häuser & <b>Söhne</b>";

/** Variables of the services that several files use. */
export const settings = {
  /** Each client can have an address of its own. */
  asBuilt: { PUBLIC_URL: BUILT_FOR, TRUSTED_PROXY_HOPS: "1" },
  published: {
    PUBLIC_URL,
    TRUSTED_PROXY_HOPS: "1",
    OPERATOR_NAME: OPERATOR,
    CONTACT_URL: "mailto:players@example.org",
    SOCIAL_LINKS: JSON.stringify([
      { platform: "git", label: "Source code", url: "https://git.example.org/nametag" },
    ]),
  },
  behindProxy: { TRUSTED_PROXY_HOPS: "1" },
  twoProcesses: { WEB_CONCURRENCY: "2", TRUSTED_PROXY_HOPS: "1" },
};
