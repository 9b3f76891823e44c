import { afterAll, beforeAll, beforeEach, onTestFinished } from "vitest";

interface Closable {
  close(): Promise<unknown>;
}

/**
 * Opens something before the tests of a file or block, and closes it after them. Nothing is open while
 * tests are collected: `vitest list` would leave it behind, and so would an error further down.
 */
export function aroundTests<Thing extends Closable>(open: () => Promise<Thing>): () => Thing {
  let opened: Thing | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  // Not the function that `beforeAll` may return: it is forgotten when another hook fails.
  afterAll(() => opened?.close());
  return () => openOnly(opened);
}

/** The same, anew for each test. */
export function aroundEachTest<Thing extends Closable>(open: () => Promise<Thing>): () => Thing {
  let opened: Thing | undefined;
  beforeEach(async () => {
    opened = untilTestEnds(await open());
  });
  return () => openOnly(opened);
}

function openOnly<Thing>(opened: Thing | undefined): Thing {
  if (opened === undefined) throw new Error("It is open in hooks and tests, not around them.");
  return opened;
}

/** Closes something after the test that runs. */
export function untilTestEnds<Thing extends Closable>(opened: Thing): Thing {
  onTestFinished(async () => void (await opened.close()));
  return opened;
}
