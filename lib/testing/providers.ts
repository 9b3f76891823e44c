import { afterAll, afterEach, beforeAll } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { startSandbox, type Sandbox } from "../../sandbox/server.ts";
import type { Gamertag, JavaUuid, Xuid } from "../contract/identifiers.ts";
import { startDeadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { createGeyser } from "../providers/geyser.ts";
import { createLaby } from "../providers/laby.ts";
import {
  createJavaNames,
  createNameHost,
  minecraftServicesAt,
  mojangLegacyAt,
} from "../providers/mojang-name-hosts.ts";
import { createMojangSession } from "../providers/mojang-session.ts";
import { createMojangTextures } from "../providers/mojang-textures.ts";
import { createOpenXbl } from "../providers/openxbl.ts";
import { createOptiFine } from "../providers/optifine.ts";
import { createPlayerDb } from "../providers/playerdb.ts";
import { createSkinSource } from "../providers/skin-source.ts";
import { createUpstream, type Upstream } from "../providers/upstream/request.ts";
import { createXboxLive } from "../providers/xbox-live.ts";

/** Players of the sandbox: one linked in both editions, one unknown to Geyser, one unknown to all. */
export const LOU = "dfb83a479bf3469583e7bdc34c28fa4e" as JavaUuid;
export const LOU_XUID = "2761708961228418" as Xuid;
export const HERMIT = "Hermit Hazel" as Gamertag;
export const HERMIT_XUID = "2770655690254404" as Xuid;
export const NOBODY_XUID = "2699999999999999" as Xuid;

/** Faults of an upstream, and the kinds of failure that they cause. */
export const FAULTS: [string, Fault, RegExp][] = [
  ["429", { kind: "throttle", retryAfter: 9 }, /^throttled$/],
  ["a gateway's 403", { kind: "forbidden-html" }, /^refused$/],
  ["500", { kind: "status", status: 500 }, /^error$/],
  ["502 in HTML", { kind: "status", status: 502, contentType: "text/html" }, /^error$/],
  ["404 in HTML", htmlMiss(), /^bad-response$/],
  ["a dropped connection", { kind: "drop" }, /^unavailable$/],
  ["half a body", { kind: "truncate" }, /^(unavailable|bad-response)$/],
  ["half a body in chunks", { kind: "truncate", chunked: true }, /^(unavailable|bad-response)$/],
  ["a reset in the middle", { kind: "reset-mid-body" }, /^(unavailable|bad-response)$/],
  ["an endless body", { kind: "huge" }, /^bad-response$/],
  ["a gzip bomb", { kind: "gzip-bomb" }, /^bad-response$/],
  ["a web page", { kind: "wrong-type" }, /^bad-response$/],
  ["no JSON", { kind: "not-json" }, /^bad-response$/],
  ["a redirect", { kind: "redirect", location: "http://127.0.0.1:1/" }, /^bad-response$/],
];

function htmlMiss(): Fault {
  return { kind: "status", status: 404, body: "<html>404</html>", contentType: "text/html" };
}

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
    /** The URL of an upstream, by the name of its variable. */
    at: (variable: string) => sandbox.environment[variable] ?? "",
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

/** Every provider at the URLs that an environment names. */
export function createAll(send: Upstream, environment: Record<string, string>) {
  const at = (variable: string) => environment[variable] ?? "";
  const { origin } = new URL(at("OPTIFINE_URL"));
  const token = () => Promise.resolve({ userHash: "uhs", token: "token" });
  return {
    names: createJavaNames(createNameHost(send, minecraftServicesAt(at("MOJANG_API_URL")))),
    legacy: createJavaNames(createNameHost(send, mojangLegacyAt(at("MOJANG_LEGACY_API_URL")))),
    session: createMojangSession(
      send,
      at("MOJANG_SESSION_URL"),
      new Set(["textures.minecraft.net"]),
    ),
    textures: createMojangTextures(send, at("MOJANG_TEXTURES_URL")),
    geyser: createGeyser(send, at("GEYSER_API_URL")),
    playerdb: createPlayerDb(send, at("PLAYERDB_URL")),
    xbox: createXboxLive(send, at("XBOX_PROFILE_URL"), token),
    openxbl: createOpenXbl(send, at("OPENXBL_URL"), "key"),
    laby: createLaby(send, at("NAME_HISTORY_URL")),
    /** Skin services: one with authlib-injector's API, one with the game's. */
    injector: createSkinSource(send, `${origin}/injector`, "injector"),
    lookalike: createSkinSource(send, `${origin}/lookalike`, "lookalike"),
    optifine: createOptiFine(send, at("OPTIFINE_URL")),
  };
}
