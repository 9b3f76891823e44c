/** What one check found. */
export interface Finding {
  check: string;
  status: "ok" | "warning" | "error";
  /** What is the case, and what to do about it. */
  message: string;
}

type Say = (message: string) => Finding;

/** Ways to say what a check found. */
export function findingsOf(check: string): { ok: Say; warning: Say; error: Say } {
  const say = (status: Finding["status"]) => (message: string) => ({ check, status, message });
  return { ok: say("ok"), warning: say("warning"), error: say("error") };
}

/** Why something failed, in a few words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause, name } = error;
  if (message === "fetch failed" && cause !== undefined) return reasonOf(cause);
  if (name === "TimeoutError" || name === "AbortError") return "no response in time";
  // Where a name has several addresses, the message is empty.
  return message === "" ? ((error as NodeJS.ErrnoException).code ?? name) : message;
}
