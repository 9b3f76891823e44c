import { afterAll, afterEach, beforeAll } from "vitest";
import { players } from "./players.ts";
import { startSandbox, type Sandbox } from "./server.ts";

/** A sandbox for all tests of a file, which is reset after each of them. Only tests can read its parts. */
export function useSandbox(): Pick<Sandbox, "url" | "control"> {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterEach(() => sandbox.control.reset());
  afterAll(() => sandbox.close());
  return {
    get url() {
      return sandbox.url;
    },
    get control() {
      return sandbox.control;
    },
  };
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
