import type { Endpoint } from "../../contract/endpoints.ts";
import type { SampleLanguageId } from "./languages.ts";
import { sampleEndpoint } from "./sample-endpoint.ts";
import { writeSample, type SampleOptions } from "./write-sample.ts";

/** A program that asks an endpoint, as the contract describes it, and ends with a line's end. */
export function sampleCode(
  endpoint: Endpoint,
  language: SampleLanguageId,
  options: SampleOptions,
): string {
  return writeSample(sampleEndpoint(endpoint), language, options);
}
