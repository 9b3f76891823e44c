import { csharpSample } from "./csharp.ts";
import { curlSample } from "./curl.ts";
import { goSample } from "./go.ts";
import { javaSample } from "./java.ts";
import { javascriptSample } from "./javascript.ts";
import type { SampleLanguageId } from "./languages.ts";
import { phpSample } from "./php.ts";
import { pythonSample } from "./python.ts";
import type { SampleEndpoint, SampleQuery } from "./sample-endpoint.ts";
import { sampleRequest, type SampleRequest } from "./sample-request.ts";
import { typescriptSample } from "./typescript.ts";

export interface SampleOptions {
  /** Where the service is, with or without a slash at its end. */
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
  csharp: csharpSample,
  go: goSample,
  php: phpSample,
};

/** As `sampleCode`, without the contract: also for a browser, which has its data only. */
export function writeSample(
  endpoint: SampleEndpoint,
  language: SampleLanguageId,
  { baseUrl, query = endpoint.example }: SampleOptions,
): string {
  return writers[language](sampleRequest(endpoint, baseUrl, query));
}
