import { code, prose, section } from "../block.ts";
import { definePage } from "../page.ts";

const forgetInRedis = `
  redis-cli --scan --pattern "nametag:*dfb83a479bf3469583e7bdc34c28fa4e" | xargs redis-cli del
  redis-cli --scan --pattern "nametag:*2761708961228418" | xargs redis-cli del
  redis-cli del "nametag:1:values:java-name:v1:lantern_lou"
  redis-cli del "nametag:1:values:gamertag:v1:lantern lou"
  redis-cli del nametag:1:ledger:recent:v1 nametag:1:ledger:changes:v1
`;

export const privacy = definePage("privacy", "privacy", [
  prose("intro"),

  section("players", "players"),
  prose("playersText"),

  section("visitors", "visitors"),
  prose("visitorsText"),

  section("providers", "providers"),
  prose("providersText"),

  section("browser", "browser"),
  prose("browserText"),

  section("recent", "recent"),
  prose("recentText"),

  section("logs", "logs"),
  prose("logsText"),

  section("names", "names"),
  prose("namesText"),

  section("removal", "removal"),
  prose("removalText"),
  code("bash", forgetInRedis, "Redis"),
  prose("removalAfter"),

  section("affiliation", "affiliation"),
  prose("affiliationText"),
]);
