import { dashed, type SandboxPlayer } from "../../../sandbox/player.ts";
import { defaultSkinOf } from "../../../lib/textures/default-skins.ts";
import { startLoopTime } from "../../loop-time.ts";
import { createTestWorld, type TestReply, type TestWorld } from "../../world.ts";
import type { Dependency, Probe } from "./dependency.ts";
import type { MatrixFault } from "./faults.ts";
import type { Surroundings } from "./surroundings.ts";

/** A part of the shortest wait, which is that for the names that laby.net observed: 300 ms. */
const STALL_MS = 200;

/** A request, sent twice, and its responses. */
export interface Observed {
  probe: Probe;
  replies: TestReply[];
  /** Unix milliseconds. */
  endedAt: number;
  /** True if a busy machine did not run this process meanwhile, which looks like a slow upstream. */
  hasStalled: boolean;
}

/** A dependency and a fault, in a world of their own. */
export type CellWorld = Awaited<ReturnType<typeof openCellWorld>>;

/**
 * Opens a world for a dependency and a fault. `turn` is the request that is sent first, since a request
 * can use what an earlier one has cached.
 */
export async function openCellWorld(
  dependency: Dependency,
  fault: MatrixFault | undefined,
  turn: number,
  surroundings: Surroundings,
) {
  let moved: Record<string, string> = {};
  const world = await createTestWorld(
    (sandbox) => ({ ...configured(dependency, sandbox, surroundings), ...moved }),
    { clock: surroundings.clock },
  );
  const { probes } = dependency;
  const inTurn = probes.map((_, index) => probes[(index + turn) % probes.length] ?? probes[0]);

  return {
    async strike() {
      if (fault === undefined) return;
      const { does } = fault;
      if ("server" in does) {
        const url = surroundings.urls[does.server];
        moved = Object.fromEntries((dependency.variables ?? []).map((name) => [name, url]));
        await world.restart();
        return;
      }
      const { control } = world.sandbox;
      const { player } = dependency.second;
      const second = control.players().filter((one) => isCalled(one, player));
      const spares = fault.concernsAll === true ? [] : second.flatMap(identifiersOf);
      for (const route of dependency.routes) control.fault({ route, fault: does, spares });
    },
    /** Ends the fault. */
    async heal() {
      world.sandbox.control.clearFaults();
      if (Object.keys(moved).length === 0) return;
      moved = {};
      await world.restart();
    },
    /** Sends every request, and again if `twice`; then the one of another player. */
    async request({ twice }: { twice: boolean }) {
      const observed: Observed[] = [];
      for (const probe of inTurn) observed.push(await requestOnce(world, probe));
      for (const one of twice ? observed : []) {
        const again = await requestOnce(world, one.probe);
        one.replies.push(...again.replies);
        one.hasStalled ||= again.hasStalled;
      }
      const { control } = world.sandbox;
      const calls = dependency.routes.reduce((sum, route) => sum + control.count(route), 0);
      observed.push(await requestOnce(world, dependency.second));
      control.clearCalls();
      return { observed, calls };
    },
    close: () => world.close(),
  };
}

const isCalled = ({ java, bedrock }: SandboxPlayer, name: string) =>
  java?.name === name || bedrock?.gamertag === name;

/** Everything that requests about a player may contain. */
function identifiersOf({ java, bedrock }: SandboxPlayer): string[] {
  const ofJava = java && [
    java.name,
    java.uuid,
    dashed(java.uuid),
    java.skin?.hash ?? defaultSkinOf(java.uuid).hash,
    java.cape ?? [],
  ];
  const ofBedrock = bedrock && [bedrock.gamertag, bedrock.xuid, bedrock.skin?.hash ?? []];
  return [ofJava ?? [], ofBedrock ?? []].flat(2);
}

async function requestOnce(world: TestWorld, probe: Probe): Promise<Observed> {
  const startedAt = performance.now();
  const elapsed = startLoopTime();
  const replies = [await world.request(probe.target)];
  const hasStalled = performance.now() - startedAt - elapsed() > STALL_MS;
  return { probe, replies, endedAt: Date.now(), hasStalled };
}

function configured(
  { environment = {} }: Dependency,
  sandbox: Record<string, string>,
  { signIn }: Surroundings,
): Record<string, string> {
  const places: Record<string, string | undefined> = {
    sandbox: sandbox["NAME_HISTORY_URL"],
    "signed-in": signIn,
  };
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, places[value] ?? value]),
  );
}
