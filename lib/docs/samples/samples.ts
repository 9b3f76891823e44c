import type { Endpoint } from "../../contract/endpoints.ts";
import { goSample, javaSample } from "./compiled.ts";
import { javascriptSample, typescriptSample } from "./javascript.ts";
import type { SampleLanguageId } from "./languages.ts";
import {
  exampleQuery,
  sampleRequest,
  type SampleQuery,
  type SampleRequest,
} from "./sample-request.ts";
import { curlSample, phpSample, pythonSample } from "./scripts.ts";

interface SampleOptions {
  /** The URL of the service, with or without a trailing slash. */
  baseUrl: string;
  /** In place of the example's query. Empty values are left out. */
  query?: SampleQuery;
}

const writers: Readonly<Record<SampleLanguageId, (request: SampleRequest) => string>> = {
  curl: curlSample,
  javascript: javascriptSample,
  typescript: typescriptSample,
  python: pythonSample,
  java: javaSample,
  go: goSample,
  php: phpSample,
};

/** A program that sends a request to an endpoint, as the contract describes it. */
export function sampleCode(
  endpoint: Endpoint,
  language: SampleLanguageId,
  { baseUrl, query = exampleQuery(endpoint) }: SampleOptions,
): string {
  return writers[language](sampleRequest(endpoint, baseUrl, query));
}
