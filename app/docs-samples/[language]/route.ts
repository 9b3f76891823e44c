import { notFound } from "next/navigation";
import { CACHE_CONTROL } from "@/app/_server/docs-texts.ts";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import { endpoints } from "@/site/docs/contract.ts";
import { highlight } from "@/site/docs/highlight.ts";
import { sampleLanguages } from "@/site/docs/samples/languages.ts";
import { sampleCode } from "@/site/docs/samples/samples.ts";

/** The samples of all endpoints in one language, as HTML; pages contain those of the first one. */
export async function GET(_: Request, { params }: RouteContext<"/docs-samples/[language]">) {
  const { language: wantedId } = await params;
  const language = sampleLanguages.find(({ id }) => id === wantedId);
  if (language === undefined) notFound();
  const entries = endpoints.map(async (endpoint) => {
    const code = sampleCode(endpoint, language.id, { baseUrl: publicUrl() }).trimEnd();
    return [endpoint.id, await highlight(code, language.grammar)] as const;
  });
  const samples = Object.fromEntries(await Promise.all(entries));
  return Response.json(samples, { headers: { "cache-control": CACHE_CONTROL } });
}
