import type { Step } from "./steps.ts";

const JELLY_JAR = "2790695075997540";
const SOFA_DRAGON = "2743858903529114";
const LOU = "dfb83a479bf3469583e7bdc34c28fa4e";

const ask = (service: 0 | 1, value: string, type: "all" | "java" | "bedrock" = "all"): Step => ({
  do: "ask",
  service,
  path: "/api",
  value,
  type,
  update: false,
});

/** Schedules that failed once, shortened. */
export const CASES: readonly [string, readonly Step[]][] = [
  [
    "a linked Java player is not called unknown while the link cannot be asked",
    [
      { do: "fault", route: "geyser.link-bedrock", fault: { kind: "forbidden-html" } },
      ask(1, SOFA_DRAGON, "java"),
    ],
  ],
  [
    "a profile that is known to be outdated says that it is old",
    [
      ask(0, LOU, "java"),
      { do: "fault", route: "mojang-session.profile", fault: { kind: "drop" } },
      { do: "rename", id: LOU, to: "Spare_Two" },
      ask(1, "Spare_Two"),
    ],
  ],
  [
    "a gamertag that could not be asked again is not left out because there is no link either",
    [
      ask(0, "Plain_Paul"),
      { do: "rename", id: JELLY_JAR, to: "Plain_Paul" },
      { do: "pass", seconds: 1_300 },
      { do: "fault", route: "geyser.xuid", fault: { kind: "drop" } },
      { do: "fault", route: "playerdb.bedrock", fault: { kind: "drop" } },
      ask(0, "Plain_Paul"),
    ],
  ],
];
