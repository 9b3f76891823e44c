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

  const play = async (step: Step): Promise<Exchange[]> => {
    switch (step.do) {
      case "request":
        return [await send(step)];
      case "rush":
        return Promise.all(step.requests.map(send));
      case "rename": {
        const account = accountOf(step.id);
        if (account === undefined || !chronicle.now(step.id).exists) break;
        if (chronicle.holderOf(account.edition, step.to) !== undefined) break;
        const name =
          account.edition === "java" ? step.to.replaceAll(" ", "_") : step.to.replaceAll("_", " ");
        control.change(step.id, account.edition === "java" ? { name } : { gamertag: name });
        chronicle.change(step.id, { name });
        break;
      }
      case "dress": {
        if (!chronicle.now(step.id).exists) break;
        const { skin } = chronicle.now(step.like);
        control.change(step.id, { skin });
        chronicle.change(step.id, { skin });
        break;
      }
      case "delete":
        if (!chronicle.now(step.id).exists) break;
        control.change(step.id, { deleted: true });
        chronicle.change(step.id, { exists: false });
        break;
      case "fault":
        faults.push({
          route: step.route,
          disarm: control.fault({ route: step.route, fault: step.fault }),
        });
        break;
      case "heal": {
        const healed = faults.filter(({ route }) => step.route === "*" || route === step.route);
        for (const { disarm } of healed) disarm();
        faults = faults.filter((one) => !healed.includes(one));
        break;
      }
      case "pass":
        clock.advance(step.seconds * 1_000);
        break;
      case "restart":
        if (step.service === 0) {
          await world.restart();
          break;
        }
        await second.close();
        second = world.another();
        break;
    }
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
