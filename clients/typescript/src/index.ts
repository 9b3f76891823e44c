import { createMethods, type Methods } from "./contract.ts";
import { createRequests, type NametagOptions } from "./requests.ts";

export type * from "./contract.ts";
export { NametagError, type NametagErrorOptions } from "./error.ts";
export type { NametagOptions, RequestOptions } from "./requests.ts";

/** A service to ask: one method per endpoint. */
export type Nametag = Methods;

/** A client of the service at a base address. */
export function createNametag(options: NametagOptions): Nametag {
  return createMethods(createRequests(options));
}
