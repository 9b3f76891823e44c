import { ConfigurationError } from "../lib/configuration/configuration.ts";
import { createLogger } from "../lib/log/logger.ts";

/** How long a start may take. */
export const START_MS = 60_000;

/** Why a start cannot succeed; the message is one sentence for the operator. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Why a start failed, in one sentence. Errors that are not operator mistakes are logged with their stack. */
export function startFailure(error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (error instanceof ConfigurationError) return `Wrong configuration: ${error.message}`;
  createLogger({ level: "fatal" }).fatal({ err: error }, "The start failed");
  const [line = ""] = String(error).split("\n");
  return `Nametag cannot start: ${line.replace(/\.?$/, ".")}`;
}

const SENTENCES: Record<string, string> = {
  EADDRINUSE: "another program uses this port",
  EACCES: "this user may not use this port",
  EADDRNOTAVAIL: "HOST is no address of this machine",
  ENOTFOUND: "HOST is no address of this machine",
  EAI_AGAIN: "the name in HOST cannot be looked up",
};

/** Why a server cannot listen. */
export function cannotListen(where: string, error: NodeJS.ErrnoException): StartError {
  const why = SENTENCES[error.code ?? ""] ?? error.message;
  return new StartError(`Cannot listen on ${where}: ${why}.`);
}
