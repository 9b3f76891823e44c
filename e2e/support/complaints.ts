import type { ConsoleMessage, Page, TestDetails, TestInfo } from "playwright/test";

const ANNOTATION = "provokes";

/** Says which requests a test makes fail, as `404 /api?username=Nobody_Here`. */
export function provoking(...failures: string[]): TestDetails {
  return { annotation: failures.map((description) => ({ type: ANNOTATION, description })) };
}

/** What a test said that it provokes. */
export function provokedBy({ annotations }: TestInfo): Set<string> {
  const failures = annotations.filter(({ type }) => type === ANNOTATION);
  return new Set(failures.map(({ description = "" }) => description));
}

/** Collects what a page complains about: errors on the console, and errors nobody caught. */
export function complaintsOf(page: Page): Set<string> {
  const complaints = new Set<string>();
  page.on("pageerror", (error) => complaints.add(`uncaught ${String(error)}`));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.add(describe(message));
  });
  return complaints;
}

function describe(message: ConsoleMessage): string {
  const failure = /^Failed to load resource: (?:.*status of (\d+)|net::(\w+))/.exec(message.text());
  if (failure === null) return message.text();
  const { pathname, search } = new URL(message.location().url);
  // The names of built files change with what is in them.
  const file = pathname.replace(/^\/_next\/static\/.*/, "/_next/static/…");
  return `${failure[1] ?? failure[2]} ${file}${search}`;
}
