import { setTimeout as sleep } from "node:timers/promises";
import type { TestClock } from "../fault-matrix/clock.ts";
import { profileBody } from "../../contract/profile.ts";
import { CAST, FREE_NAMES } from "./cast.ts";
import type { HeadGallery } from "./heads.ts";
import { createJudge } from "./judge.ts";
import { openStage, type Answered, type Stage } from "./stage.ts";
import type { Ask, Step } from "./steps.ts";

const LIMITS = { fresh: 1_200, missing: 600, stale: 86_400 };
const ENVIRONMENT = { PROFILE_STALE_SECONDS: String(LIMITS.stale) };
/** Past what was fresh when the last fault ended, and past every breaker's pause. */
const RECOVERED_SECONDS = 1_300;
/**
 * A known player who is gone has to be said to be gone twice, and a process that hears of a pause only
 * now counts it from now.
 */
const SAID_TWICE_SECONDS = 65;
const ROUNDS = 2;
const MOST_LOOKS = 10;
const BETWEEN_LOOKS_MS = 1_000;

/** Plays a schedule, then ends all faults; gives everything that was wrong, in words. */
export async function perform(
  steps: readonly Step[],
  clock: TestClock,
  heads: HeadGallery,
): Promise<string[]> {
  const stage = await openStage({ clock, skins: heads.skins, environment: ENVIRONMENT });
  const judge = createJudge(stage.chronicle, heads, LIMITS);
  const wrong: string[] = [];
  const play = async (step: Step, when: string): Promise<Answered[]> => {
    const answers = await stage.play(step);
    wrong.push(...judge.hear(answers).map((text) => `${when}: ${text}`));
    return answers;
  };
  try {
    for (const [index, step] of steps.entries()) await play(step, `step ${index}`);
    await stage.play({ do: "heal", route: "*" });
    await stage.play({ do: "pass", seconds: RECOVERED_SECONDS });
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const ask of everything()) await play(ask, "recovering");
      await stage.play({ do: "pass", seconds: SAID_TWICE_SECONDS });
    }
    let left = await notRecovered(stage, play);
    // A probe that waits for its turn does so in real time.
    for (let look = 1; look < MOST_LOOKS && left.length > 0; look += 1) {
      await sleep(BETWEEN_LOOKS_MS);
      await stage.play({ do: "pass", seconds: SAID_TWICE_SECONDS });
      left = await notRecovered(stage, play);
    }
    return [...wrong, ...left];
  } finally {
    await stage.close();
  }
}

async function notRecovered(
  stage: Stage,
  play: (step: Step, when: string) => Promise<Answered[]>,
): Promise<string[]> {
  const left: string[] = [];
  for (const ask of everything()) {
    const answers = await play(ask, "recovered");
    left.push(...answers.flatMap((answered) => judgeRecovered(stage, answered)));
  }
  return left;
}

function everything(): Ask[] {
  const values = [...CAST.flatMap(({ id, name }) => [id, name]), ...FREE_NAMES];
  const shared = { do: "ask", path: "/api", type: "all", update: false } as const;
  return values.flatMap((value): Ask[] => [
    { ...shared, value, service: 0 },
    { ...shared, value, service: 1 },
  ]);
}

/** Once all is well again, every answer is what is true now. */
function judgeRecovered({ chronicle }: Stage, { ask, reply }: Answered): string[] {
  const asked = CAST.find(({ id }) => id === ask.value);
  const java =
    asked?.edition === "java" || (asked === undefined && !ask.value.includes(" "))
      ? (asked?.id ?? chronicle.holderOf("java", ask.value)?.id)
      : undefined;
  const bedrock =
    asked?.edition === "bedrock"
      ? asked.id
      : asked === undefined
        ? chronicle.holderOf("bedrock", ask.value)?.id
        : undefined;
  const expected = [java, bedrock].filter((id) => id !== undefined && chronicle.now(id).exists);
  if (reply.status !== 200) {
    return expected.length === 0 && reply.status === 404
      ? []
      : [`after all: ${ask.value} is ${reply.status}`];
  }
  const body = profileBody.parse(reply.json());
  const shown = [
    { id: body.java?.uuid, name: body.java?.username, skin: body.java?.skin_texture },
    {
      id: body.bedrock?.xuid_decimal,
      name: body.bedrock?.gamertag,
      skin: body.bedrock?.skin_texture,
    },
  ].filter(({ id }) => id !== undefined);
  return [
    ...(body.stale ? [`after all: ${ask.value} is stale`] : []),
    ...expected
      .filter((id) => !shown.some((one) => one.id === id))
      .map((id) => `after all: ${ask.value} does not show ${id}`),
    ...shown.flatMap(({ id = "", name, skin }) => {
      const now = chronicle.now(id);
      return now.exists && now.name === name && now.skin === skin
        ? []
        : [`after all: ${ask.value} shows ${id} as ${name} in ${skin}`];
    }),
  ];
}
