import { requestTo, createTestWorld, type TestReply } from "../../world.ts";
import { accountOf, createChronicle, type HeadGallery } from "./chronicle.ts";
import type { TestClock } from "../fault-matrix/clock.ts";
import type { RequestStep, Step } from "./steps.ts";

/** A request, its response, and their times. */
export interface Exchange {
  request: RequestStep;
  reply: TestReply;
  /** Unix milliseconds. */
  startedAt: number;
  endedAt: number;
}

type StepOf<Name extends Step["do"]> = Extract<Step, { do: Name }>;

/** A sandbox, two services with one store, and a chronicle of everything that is true upstream. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

export async function openStage(
  clock: TestClock,
  { skins }: HeadGallery,
  env: Readonly<Record<string, string>>,
) {
  const world = await createTestWorld(() => env);
  const { control } = world.sandbox;
  let second = world.another();
  const chronicle = createChronicle(skins, Date.now());
  let faults: { route: string; disarm: () => void }[] = [];
  let clients = 0;

  const send = async (request: RequestStep): Promise<Exchange> => {
    const startedAt = Date.now();
    clients += 1;
    const client = `198.51.${clients >> 8}.${clients & 255}`;
    const search = new URLSearchParams({ username: request.value, type: request.type });
    if (request.update && request.path === "/api") search.set("update", "true");
    const services = request.service === 0 ? world.services : second;
    const reply = await requestTo(services, `${request.path}?${search.toString()}`, { client });
    return { request, reply, startedAt, endedAt: Date.now() };
  };

  const rename = ({ id, to }: StepOf<"rename">) => {
    const account = accountOf(id);
    if (account === undefined || !chronicle.now(id).exists) return;
    if (chronicle.holderOf(account.edition, to) !== undefined) return;
    const isJava = account.edition === "java";
    const name = isJava ? to.replaceAll(" ", "_") : to.replaceAll("_", " ");
    control.change(id, isJava ? { name } : { gamertag: name });
    chronicle.change(id, { name });
  };

  const dress = ({ id, like }: StepOf<"dress">) => {
    if (!chronicle.now(id).exists) return;
    const { skin } = chronicle.now(like);
    control.change(id, { skin });
    chronicle.change(id, { skin });
  };

  const remove = ({ id }: StepOf<"delete">) => {
    if (!chronicle.now(id).exists) return;
    control.change(id, { deleted: true });
    chronicle.change(id, { exists: false });
  };

  const heal = ({ route }: StepOf<"heal">) => {
    const healed = faults.filter((one) => route === "*" || route === one.route);
    for (const { disarm } of healed) disarm();
    faults = faults.filter((one) => !healed.includes(one));
  };

  const restart = async ({ service }: StepOf<"restart">) => {
    if (service === 0) return world.restart();
    await second.close();
    second = world.another();
  };

  /** Changes of the world, which have no response. */
  const changes = {
    rename,
    dress,
    delete: remove,
    fault: ({ route, fault }) => faults.push({ route, disarm: control.fault({ route, fault }) }),
    heal,
    pass: ({ seconds }) => clock.advance(seconds * 1_000),
    restart,
  } satisfies {
    [Name in Exclude<Step["do"], "request" | "rush">]: (step: StepOf<Name>) => unknown;
  };

  const play = async (step: Step): Promise<Exchange[]> => {
    if (step.do === "request") return [await send(step)];
    if (step.do === "rush") return Promise.all(step.requests.map(send));
    // Each of them takes its own step.
    await (changes[step.do] as (one: Step) => unknown)(step);
    return [];
  };

  return {
    chronicle,
    /** Runs a step and returns its responses. */
    play,
    async close() {
      await second.close();
      await world.close();
    },
  };
}
