import { afterAll, afterEach, beforeAll } from "vitest";
import { startSandbox, type Sandbox } from "../sandbox/server.ts";
import type { Gamertag, JavaUuid, Xuid } from "../lib/contract/identifiers.ts";
import { readConfiguration } from "../lib/configuration/configuration.ts";
import { systemClock } from "../lib/time/clock.ts";
import { startDeadline } from "../lib/providers/deadline.ts";
import { UpstreamFailure } from "../lib/providers/failure.ts";
import { geyser } from "../lib/providers/geyser.ts";
import { laby } from "../lib/providers/laby.ts";
import {
  createJavaNames,
  minecraftServices,
  mojangLegacy,
  mojangSession,
  mojangTextures,
} from "../lib/providers/mojang.ts";
import { openXbl } from "../lib/providers/openxbl.ts";
import { optiFine } from "../lib/providers/optifine.ts";
import { playerDb } from "../lib/providers/playerdb.ts";
import type { ProviderDefinition, ProviderParts, Send } from "../lib/providers/provider.ts";
import { skinSourceAt } from "../lib/providers/skin-source.ts";
import { createUpstream } from "../lib/providers/upstream/request.ts";
import { createXboxLive, xboxLive } from "../lib/providers/xbox-live.ts";

/** Players of the sandbox: one linked in both editions, one unknown to Geyser, one unknown to all. */
export const LOU = "dfb83a479bf3469583e7bdc34c28fa4e" as JavaUuid;
export const LOU_XUID = "2761708961228418" as Xuid;
export const HERMIT = "HermitHazel" as Gamertag;
export const HERMIT_XUID = "2770655690254404" as Xuid;
export const NOBODY_XUID = "2699999999999999" as Xuid;

/** The deadline of one request. */
export const soon = () => startDeadline(3_000);

export type Providers = ReturnType<typeof createAll>;

/** Every provider on a sandbox, for all tests of a file; faults end with their test. */
export function useProviders() {
  let sandbox: Sandbox;
  let upstream: ReturnType<typeof createUpstream>;

  beforeAll(async () => {
    sandbox = await startSandbox();
    upstream = createUpstream({ userAgent: "Nametag/test" });
  });
  afterEach(() => sandbox.control.reset());
  afterAll(async () => {
    await upstream.close();
    await sandbox.close();
  });

  return {
    control: () => sandbox.control,
    environment: () => sandbox.environment,
    /** The guarded fetch of the providers. */
    upstream: () => upstream.send,
    providers: () => createAll(upstream.send, sandbox.environment),
  };
}

/** The result of a request, or the kind of its failure. */
export async function outcomeOf(request: Promise<unknown>): Promise<string> {
  try {
    return `answered ${JSON.stringify(await request)}`;
  } catch (error) {
    if (error instanceof UpstreamFailure) return error.kind;
    throw error;
  }
}

type Environment = Readonly<Record<string, string>>;

/** The parts of a provider at the URLs that an environment names, without a budget. */
export function partsOf(
  { name, operations }: Pick<ProviderDefinition<unknown>, "name" | "operations">,
  send: Send,
  environment: Environment,
): ProviderParts {
  return {
    upstream(call) {
      // Metrics count from 0 only what the definition names.
      if (!operations.includes(call.operation)) throw new Error(`${name}: ${call.operation}`);
      return send({ ...call, provider: name });
    },
    configuration: readConfiguration({
      ...environment,
      OPENXBL_API_KEY: "key",
      THIRD_PARTY_CAPES: "optifine",
    }),
    capacity: () => ({ tokens: 1_000, rate: 1_000, burst: 1_000, pausedForSeconds: 0 }),
    clock: systemClock,
  };
}

/** Every provider at the URLs that an environment names. */
export function createAll(send: Send, environment: Environment) {
  const open = <Provider>(definition: ProviderDefinition<Provider>) => {
    const provider = definition.create(partsOf(definition, send, environment));
    if (!provider) throw new Error(`${definition.name} is turned off`);
    return provider;
  };
  const { origin } = new URL(environment["OPTIFINE_URL"] ?? "");
  const token = () => Promise.resolve({ userHash: "uhs", token: "token" });
  return {
    names: createJavaNames(open(minecraftServices)),
    legacy: createJavaNames(open(mojangLegacy)),
    session: open(mojangSession),
    textures: open(mojangTextures),
    geyser: open(geyser),
    playerdb: open(playerDb),
    xbox: createXboxLive(partsOf(xboxLive, send, environment), token),
    openxbl: open(openXbl),
    laby: open(laby),
    /** Skin services: one with authlib-injector's API, one with the game's. */
    injector: open(skinSourceAt(`${origin}/injector`)),
    lookalike: open(skinSourceAt(`${origin}/lookalike`)),
    optifine: open(optiFine),
  };
}
