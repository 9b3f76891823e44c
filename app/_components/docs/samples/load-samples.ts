import type { SampleLanguageId } from "@/lib/docs/samples/languages.ts";

/** The samples in one language, as HTML, by the id of the endpoint. */
type Samples = Readonly<Record<string, string>>;

type Loading = Samples | "loading" | "failed";

const known = new Map<SampleLanguageId, Loading>();
const watchers = new Set<() => void>();

/** The samples in a language, or the state of loading them; undefined before that starts. */
export function samplesIn(language: SampleLanguageId): Loading | undefined {
  return known.get(language);
}

/** Calls back when samples are loaded, or loading them failed. */
export function watchSamples(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/** Loads the samples in a language once for all boxes of the page; a failure is not remembered. */
export function loadSamples(language: SampleLanguageId): void {
  const state = known.get(language) ?? "failed";
  if (state !== "failed") return;
  set(language, "loading");
  fetchSamples(language).then(
    (samples) => set(language, samples),
    () => set(language, "failed"),
  );
}

function set(language: SampleLanguageId, state: Loading): void {
  known.set(language, state);
  for (const changed of watchers) changed();
}

async function fetchSamples(language: SampleLanguageId): Promise<Samples> {
  const response = await fetch(`/docs-samples/${language}`);
  if (!response.ok) throw new Error(`The samples in ${language} answer ${response.status}.`);
  return response.json();
}
