import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { createActivity } from "../activity/activity.ts";
import type { OpenedStores } from "../cache/open-stores.ts";
import { systemClock } from "../time/clock.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import type { JavaUuid, TextureHash } from "../contract/identifiers.ts";
import { createFormerNames } from "../players/former-names.ts";
import { createHistory } from "../players/history.ts";
import { main } from "./main.ts";
import { openDataStores } from "./stores.ts";

export async function scratch(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-data-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Opens the stores of an environment for one test. */
export async function openFor(env: Record<string, string>): Promise<OpenedStores> {
  const stores = await openDataStores(readConfiguration(env));
  onTestFinished(() => stores.close());
  return stores;
}

export function uuidOf(index: number): JavaUuid {
  return `5e7e5000000040008000${index.toString(16).padStart(12, "0")}` as JavaUuid;
}

const hashOf = (index: number) => index.toString(16).padStart(64, "1") as TextureHash;

/** The parts of the service that write what must last, as it puts them together. */
export function serviceOn(stores: OpenedStores, { agoMs = 0 } = {}) {
  const clock = { ...systemClock, now: () => Date.now() - agoMs };
  const { durable } = stores;
  const formerNames = createFormerNames(durable);
  const history = createHistory({ store: durable, formerNames, clock });
  const { takeNewPlayers } = history;
  const activity = createActivity({ store: durable, takeNewPlayers });

  return {
    activity,
    history,
    formerNames,
    /** Looks a player up who has this name and this skin. */
    async look(index: number, name = `Player_${index}`, skin = index) {
      const texture = { hash: hashOf(skin), model: "slim" as const };
      await history.observe(uuidOf(index), { name, skin: texture, cape: null });
      const player = { username: name, edition: "java" as const, editions: ["java" as const] };
      activity.record(
        [{ ...player, id: uuidOf(index), head_url: `/head?username=${name}` }],
        false,
      );
    },
    async flush() {
      await activity.flush();
      await stores.committed();
    },
  };
}

/** The output of a command, and its exit code. */
export async function run(args: string[], env: Record<string, string>, signal?: AbortSignal) {
  const printed = { stdout: "", stderr: "" };
  const output = {
    stdout: { write: (text: string) => (printed.stdout += text) },
    stderr: { write: (text: string) => (printed.stderr += text) },
  };
  return { code: await main(args, { env, output, ...(signal && { signal }) }), ...printed };
}
