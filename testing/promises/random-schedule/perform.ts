import { setTimeout as sleep } from "node:timers/promises";
import type { TestClock } from "../fault-matrix/clock.ts";
import { profileBody } from "../../../lib/contract/profile.ts";
import { accountOf, accountsIn, CAST, FREE_NAMES, type HeadGallery } from "./chronicle.ts";
import { createJudge } from "./judge.ts";
import { openStage, type Exchange, type Stage } from "./stage.ts";
import type { RequestStep, Step } from "./steps.ts";

const LIMITS = { fresh: 1_200, missing: 600, stale: 86_400 };
const ENVIRONMENT = { PROFILE_STALE_SECONDS: String(LIMITS.stale) };
/** Longer than anything is fresh when the last fault ends, and than every breaker's pause. */
const RECOVERED_SECONDS = 1_300;
/**
 * A known player is missing only after two negative responses, and a process that has just learned of a
 * pause counts it from that moment.
 */
const SECOND_DENIAL_SECONDS = 65;
const ROUNDS = 2;
const MOST_LOOKS = 10;
const BETWEEN_LOOKS_MS = 1_000;

/** Runs a schedule, then ends all faults; returns descriptions of everything that was wrong. */
export async function perform(
  steps: readonly Step[],
  clock: TestClock,
  heads: HeadGallery,
): Promise<string[]> {
  const stage = await openStage(clock, heads, ENVIRONMENT);
  const judge = createJudge(stage.chronicle, heads, LIMITS);
  const wrong: string[] = [];
  const play = async (step: Step, when: string): Promise<Exchange[]> => {
    const exchanges = await stage.play(step);
    wrong.push(...judge.check(exchanges).map((text) => `${when}: ${text}`));
    return exchanges;
  };
  try {
    for (const [index, step] of steps.entries()) await play(step, `step ${index}`);
    await stage.play({ do: "heal", route: "*" });
    await stage.play({ do: "pass", seconds: RECOVERED_SECONDS });
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const request of everything()) await play(request, "recovering");
      await stage.play({ do: "pass", seconds: SECOND_DENIAL_SECONDS });
    }
    let left = await notRecovered(stage, play);
    // Calls that an open breaker lets through wait in real time.
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
  play: (step: Step, when: string) => Promise<Exchange[]>,
): Promise<string[]> {
  const left: string[] = [];
  for (const request of everything()) {
    const exchanges = await play(request, "recovered");
    left.push(...exchanges.flatMap((exchange) => judgeRecovered(stage, exchange)));
  }
  return left;
}

function everything(): RequestStep[] {
  const values = [...CAST.flatMap(({ id, name }) => [id, name]), ...FREE_NAMES];
  const shared = { do: "request", path: "/api", type: "all", update: false } as const;
  return values.flatMap((value): RequestStep[] => [
    { ...shared, value, service: 0 },
    { ...shared, value, service: 1 },
  ]);
}

/** The accounts that a request must find now. */
function accountsMeantBy(chronicle: Stage["chronicle"], value: string): string[] {
  const account = accountOf(value);
  const named =
    account !== undefined
      ? [account.id]
      : [
          value.includes(" ") ? undefined : chronicle.holderOf("java", value)?.id,
          chronicle.holderOf("bedrock", value)?.id,
        ];
  return named.filter((id) => id !== undefined).filter((id) => chronicle.now(id).exists);
}

/** Without faults, every response is what is true now. */
function judgeRecovered({ chronicle }: Stage, { request, reply }: Exchange): string[] {
  const expected = accountsMeantBy(chronicle, request.value);
  if (reply.status !== 200) {
    return expected.length === 0 && reply.status === 404
      ? []
      : [`after all: ${request.value} is ${reply.status}`];
  }
  const body = profileBody.parse(reply.json());
  const shown = accountsIn(body);
  return [
    ...(body.stale ? [`after all: ${request.value} is stale`] : []),
    ...expected
      .filter((id) => !shown.some((one) => one.id === id))
      .map((id) => `after all: ${request.value} does not show ${id}`),
    ...shown.flatMap(({ id, name, skin }) => {
      const now = chronicle.now(id);
      return now.exists && now.name === name && now.skin === skin
        ? []
        : [`after all: ${request.value} shows ${id} as ${name} in ${skin}`];
    }),
  ];
}
