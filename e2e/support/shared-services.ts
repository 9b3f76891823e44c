import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { listen } from "../../lib/testing/local-server.ts";
import { type Service, withWorld } from "./service.ts";
import { settings } from "./settings.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Responds to `/asBuilt` with the URL of the shared service of these settings. */
    launcher: string;
  }
}

/** A service that runs until all tests have ended. */
interface Shared {
  started: Promise<Service>;
  /** Fails when the service does, or when it does not end as it should. */
  ended: Promise<void>;
}

/**
 * Lends services to the files of all workers, each started when the first of them asks for it. After the tests
 * they must end in time, without having logged an error; otherwise the run fails.
 */
export default async function lendServices(project: TestProject): Promise<() => Promise<void>> {
  const shared = new Map<string, Shared>();
  let end = () => {};
  const over = new Promise<void>((resolve) => (end = resolve));

  const share = (name: keyof typeof settings): Shared => {
    let ended = Promise.resolve();
    const started = new Promise<Service>((resolve, reject) => {
      ended = withWorld(settings[name], async ({ service }) => {
        resolve(service);
        await over;
        await service.stop();
      });
      ended.catch(reject);
    });
    return { started, ended };
  };

  const server = createServer(({ url = "" }, response) => {
    const name = url.slice(1);
    if (!isSetting(name)) return void response.writeHead(404).end();
    const known = shared.get(name) ?? share(name);
    shared.set(name, known);
    known.started.then(
      (service) => response.end(service.url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  project.provide("launcher", `http://127.0.0.1:${await listen(server)}`);

  return async () => {
    end();
    server.close();
    const ends = await Promise.allSettled([...shared.values()].map(({ ended }) => ended));
    for (const [at, name] of [...shared.keys()].entries()) {
      const how = ends[at];
      if (how?.status !== "rejected") continue;
      console.error(`The shared service ${name} did not end as it should:`, how.reason);
      // An error here would be printed only.
      process.exitCode = 1;
    }
  };
}

function isSetting(name: string): name is keyof typeof settings {
  return Object.hasOwn(settings, name);
}
