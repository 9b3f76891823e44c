import type { ReactNode } from "react";
import type { SampleLanguageId } from "@/site/docs/samples/languages.ts";
import { useFile } from "../../requests.ts";

/** The samples in one language, as HTML, by the id of the endpoint. */
export type Samples = Readonly<Record<string, string>>;

interface OtherSamplesProps {
  language: SampleLanguageId;
  children: (samples: Samples | undefined, retry: (() => void) | undefined) => ReactNode;
}

/** Loads the samples in a language other than the first. */
export function OtherSamples({ language, children }: OtherSamplesProps) {
  const { file, retry } = useFile<Samples>(`/docs-samples/${language}`);
  return children(file, retry);
}
