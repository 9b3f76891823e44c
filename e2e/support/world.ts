import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startSandbox, type Sandbox } from "../../sandbox/server.ts";
import { startService, type Service } from "./service.ts";

/** A sandbox, a directory for data, and the service between the two. */
export interface World {
  readonly sandbox: Sandbox;
  readonly service: Service;
  /** The service's `DATA_DIR`. */
  readonly directory: string;
  /** Starts the service again, after its end, on the same data. */
  readonly restart: () => Promise<Service>;
}

/** Lends a world and takes it away again, without a goodbye. */
export async function withWorld(
  variables: Record<string, string>,
  use: (world: World) => Promise<void>,
): Promise<void> {
  const sandbox = await startSandbox();
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-e2e-"));
  const services: Service[] = [];
  const start = async () => {
    const variablesOfAll = { ...sandbox.environment, DATA_DIR: directory, ...variables };
    const service = await startService(variablesOfAll);
    services.push(service);
    return service;
  };
  try {
    const first = await start();
    await use({ sandbox, service: first, directory, restart: start });
  } finally {
    await Promise.all(services.map((service) => service.kill()));
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  }
}
