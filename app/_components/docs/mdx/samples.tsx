import { useTranslations } from "next-intl";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import { endpointOf, type EndpointId } from "@/site/docs/contract.ts";
import { sampleLanguages } from "@/site/docs/samples/languages.ts";
import { sampleCode } from "@/site/docs/samples/samples.ts";
import { SampleBox, type SampleSize } from "./sample-box.tsx";
import { Highlighted } from "./code.tsx";

/**
 * The samples of an endpoint. The page has only the first language, and the size of the others.
 * @param markdown The page as Markdown, which has all.
 */
export function Samples({ endpoint: id, markdown }: { endpoint: EndpointId; markdown: string }) {
  const t = useTranslations("Docs");
  const endpoint = endpointOf(id);
  const [first, ...others] = sampleLanguages;
  const codeIn = ({ id }: (typeof sampleLanguages)[number]) =>
    sampleCode(endpoint, id, { baseUrl: publicUrl() }).trimEnd();
  return (
    <>
      <SampleBox
        endpoint={id}
        label={t("sampleLanguage")}
        sizes={others.map((language) => sizeOf(codeIn(language)))}
      >
        <Highlighted
          id={`${id}-${first.id}`}
          language={first.grammar}
          label={first.name}
          code={codeIn(first)}
        />
      </SampleBox>
      <p className="docs-all-samples">
        <a href={markdown}>{t("allSamples")}</a>
      </p>
    </>
  );
}

/** The size of a sample. Tabs are at the start of a line, each four characters wide. */
function sizeOf(code: string): SampleSize {
  const lines = code.replaceAll("\t", " ".repeat(4)).split("\n");
  return [lines.length, Math.max(...lines.map(({ length }) => length))];
}
