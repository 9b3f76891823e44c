import { afterAll, afterEach } from "vitest";
import { players } from "./players.ts";
import { startSandbox, type Sandbox } from "./server.ts";

/** Starts a sandbox for all tests of a file, and resets it after each of them. */
export async function openSandbox(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  afterEach(() => sandbox.control.reset());
  afterAll(() => sandbox.close());
  return sandbox;
}

export function uuidOf(name: string): string {
  const found = players.find(({ java }) => java?.name === name)?.java;
  if (found === undefined) throw new Error(`no Java player is called ${name}`);
  return found.uuid;
}

export function xuidOf(gamertag: string): string {
  const found = players.find(({ bedrock }) => bedrock?.gamertag === gamertag)?.bedrock;
  if (found === undefined) throw new Error(`no Bedrock player is called ${gamertag}`);
  return found.xuid;
}
