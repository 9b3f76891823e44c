import { afterAll, afterEach } from "vitest";
import { startSandbox } from "./server.ts";

/** A sandbox for all tests of a file, put back to how it started after each of them. */
export const sandbox = await startSandbox();
afterEach(() => sandbox.control.reset());
afterAll(() => sandbox.close());

export function uuidOf(name: string): string {
  const found = sandbox.players.find(({ java }) => java?.name === name)?.java;
  if (found === undefined) throw new Error(`no Java player is called ${name}`);
  return found.uuid;
}

export function xuidOf(gamertag: string): string {
  const found = sandbox.players.find(({ bedrock }) => bedrock?.gamertag === gamertag)?.bedrock;
  if (found === undefined) throw new Error(`no Bedrock player is called ${gamertag}`);
  return found.xuid;
}
