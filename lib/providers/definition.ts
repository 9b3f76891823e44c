import type { Configuration } from "../configuration.ts";
import type { Allowance, Pace } from "../limits/budget.ts";
import type { Upstream } from "./upstream/request.ts";

/**
 * The most that is requested of a provider: in any time of W seconds at most ceiling · W + burst calls
 * leave. Both are chosen to stay below every limit that is known of it. Where none is known, or only
 * what it was at times, the rate begins far below the ceiling and finds what the provider carries.
 */
export interface ProviderAllowance extends Allowance {
  /** Each operation has the whole allowance, since the provider does not count them together. */
  perOperation?: true;
  /** The provider counts by the account that signs in, whatever address calls leave from. */
  perAccount?: true;
}

/** What a provider is made from. */
export interface ProviderParts {
  /** Sends calls in this provider's name, within its allowance. */
  upstream: Upstream;
  configuration: Configuration;
  /** How much may be requested at the moment, for calls that carry several keys. */
  pace: () => Pace;
}

/** Everything the service has to know about a provider; exported by the provider's file. */
export interface ProviderDefinition<Provider> {
  /** In logs and metrics. */
  name: string;
  allowance: ProviderAllowance;
  /** One that the configuration turns on is undefined until then. */
  create(parts: ProviderParts): Provider;
}
