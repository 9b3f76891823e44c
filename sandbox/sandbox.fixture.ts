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

/** The status and the body of a response: parsed if it is JSON, otherwise as text. */
export async function read(request: Promise<Response>): Promise<[number, unknown]> {
  const response = await request;
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return [response.status, await (isJson ? response.json() : response.text())];
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
