import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, inject, onTestFinished } from "vitest";
import { borrow, type Borrowed, type Lend } from "./borrow.ts";
import { type Edge, withNginx } from "./nginx.ts";
import { type ServiceOptions, withWorld, type World } from "./service.ts";
import type { settings } from "./settings.ts";

/** A service that several files use, as the tests of each may know it. */
export interface SharedService {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly port: number;
}

/** A service with these settings for a file's tests, which must not change it. */
export function useService(name: keyof typeof settings): () => SharedService {
  return during<SharedService>(async (use) => {
    const response = await fetch(`${inject("launcher")}/${name}`);
    const url = await response.text();
    if (response.status !== 200) throw new Error(url);
    await use({ url, port: Number(new URL(url).port) });
  });
}

/** A service and a sandbox of the file's own. Players and faults are reset after each test. */
export function useWorld(
  variables: Readonly<Record<string, string>> = {},
  options?: ServiceOptions,
): () => World {
  const world = during<World>((use) =>
    withWorld(
      variables,
      async (own) => {
        await use(own);
        await own.service.stop("SIGINT");
      },
      options,
    ),
  );
  afterEach(() => world().sandbox.control.reset());
  return world;
}

/** An nginx in front of a service of the file, with an empty cache. */
export function useNginx(service: () => { port: number }): () => Edge {
  return during<Edge>((use) => withNginx(service().port, use));
}

/** A folder for one test, gone after it. */
export function scratchFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "nametag-e2e-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Borrows something while the tests of a file run. */
function during<Lent>(lend: Lend<Lent>): () => Lent {
  let borrowed: Borrowed<Lent> | undefined;
  beforeAll(async () => {
    borrowed = await borrow(lend);
  });
  afterAll(() => borrowed?.giveBack());
  return () => {
    if (borrowed === undefined) throw new Error("It is there in hooks and tests, not around them.");
    return borrowed.lent;
  };
}
