import { setTimeout as sleep } from "node:timers/promises";
import type { TestClock } from "../fault-matrix/clock.ts";
import { profileBody } from "../../contract/profile.ts";
import { accountOf, accountsIn, CAST, FREE_NAMES, type HeadGallery } from "./chronicle.ts";
import { createJudge } from "./judge.ts";
import { openStage, type Answered, type Stage } from "./stage.ts";
import type { Ask, Step } from "./steps.ts";

const LIMITS = { fresh: 1_200, missing: 600, stale: 86_400 };
const ENVIRONMENT = { PROFILE_STALE_SECONDS: String(LIMITS.stale) };
/** Past what was fresh when the last fault ended, and past every breaker's pause. */
const RECOVERED_SECONDS = 1_300;
/**
 * A known player is missing only after two negative responses, and a process that learns of a pause
 * only now counts it from now.
 */
const SECOND_DENIAL_SECONDS = 65;
const ROUNDS = 2;
const MOST_LOOKS = 10;
const BETWEEN_LOOKS_MS = 1_000;

/** Plays a schedule, then ends all faults; describes everything that was wrong. */
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
    wrong.push(...judge.check(answers).map((text) => `${when}: ${text}`));
    return answers;
  };
  try {
    for (const [index, step] of steps.entries()) await play(step, `step ${index}`);
    await stage.play({ do: "heal", route: "*" });
    await stage.play({ do: "pass", seconds: RECOVERED_SECONDS });
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const ask of everything()) await play(ask, "recovering");
      await stage.play({ do: "pass", seconds: SECOND_DENIAL_SECONDS });
    }
    let left = await notRecovered(stage, play);
    // A probe that waits for its turn does so in real time.
    for (let look = 1; look < MOST_LOOKS && left.length > 0; look += 1) {
      await sleep(BETWEEN_LOOKS_MS);
      await stage.play({ do: "pass", seconds: SECOND_DENIAL_SECONDS });
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

/** Without faults, every response is what is true now. */
function judgeRecovered({ chronicle }: Stage, { ask, reply }: Answered): string[] {
  const asked = accountOf(ask.value);
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
  const shown = accountsIn(body);
  return [
    ...(body.stale ? [`after all: ${ask.value} is stale`] : []),
    ...expected
      .filter((id) => !shown.some((one) => one.id === id))
      .map((id) => `after all: ${ask.value} does not show ${id}`),
    ...shown.flatMap(({ id, name, skin }) => {
      const now = chronicle.now(id);
      return now.exists && now.name === name && now.skin === skin
        ? []
        : [`after all: ${ask.value} shows ${id} as ${name} in ${skin}`];
    }),
  ];
}
