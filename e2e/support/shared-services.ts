import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { listen } from "../../testing/local-server.ts";
import { borrow, type Borrowed } from "./borrow.ts";
import { type Service, withWorld } from "./service.ts";
import { settings } from "./settings.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Responds to `/asBuilt` with the URL of the shared service of these settings. */
    launcher: string;
  }
}

/**
 * Lends services to the files of all workers, each started when the first of them asks for it. After the tests
 * they must end in time, without having logged an error; otherwise the run fails.
 */
export default async function lendServices(project: TestProject): Promise<() => Promise<void>> {
  const shared = new Map<string, Promise<Borrowed<Service>>>();
  const share = (name: keyof typeof settings) => {
    const known = shared.get(name) ?? borrow<Service>((use) => runUntilUsed(name, use));
    shared.set(name, known);
    return known;
  };
  const server = createServer(({ url = "" }, response) => {
    const name = url.slice(1);
    if (!isSetting(name)) return void response.writeHead(404).end();
    share(name).then(
      ({ lent }) => response.end(lent.url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  project.provide("launcher", `http://127.0.0.1:${await listen(server)}`);

  return async () => {
    server.close();
    server.closeAllConnections();
    const ends = [...shared].map(async ([name, borrowed]) => {
      try {
        await (await borrowed).giveBack();
      } catch (error) {
        console.error(`The shared service ${name} did not run or end as it should:`, error);
        // The error alone would be printed only.
        process.exitCode = 1;
      }
    });
    await Promise.all(ends);
  };
}

function runUntilUsed(name: keyof typeof settings, use: (service: Service) => Promise<void>) {
  return withWorld(settings[name], async ({ service }) => {
    await use(service);
    await service.stop("SIGINT");
  });
}

function isSetting(name: string): name is keyof typeof settings {
  return Object.hasOwn(settings, name);
}
