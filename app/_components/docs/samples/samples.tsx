import { useTranslations } from "next-intl";
import type { Endpoint } from "@/lib/contract/endpoints.ts";
import { sampleLanguages } from "@/lib/docs/samples/languages.ts";
import { sampleCode } from "@/lib/docs/samples/samples.ts";
import { Highlighted } from "../code-block.tsx";
import { CodeBox } from "../code-box.tsx";
import { highlight } from "../highlight.ts";
import { SampleTabs } from "./sample-tabs.tsx";

export interface SamplesProps {
  endpoint: Endpoint;
  /** The public address of the service. */
  base: string;
}

/** One request to an endpoint in every language; the visitor's choice holds on all pages. */
export function Samples({ endpoint, base }: SamplesProps) {
  const t = useTranslations("Docs");
  const languages = sampleLanguages.map(({ id, name }) => ({ id, name }));
  return (
    <CodeBox bar={<SampleTabs label={t("sampleLanguage")} languages={languages} />}>
      {sampleLanguages.map(({ id, name, grammar }) => (
        <div key={id} data-sample={id}>
          <Sample
            name={name}
            grammar={grammar}
            code={sampleCode(endpoint, id, { baseUrl: base })}
          />
        </div>
      ))}
    </CodeBox>
  );
}

interface SampleProps {
  name: string;
  grammar: (typeof sampleLanguages)[number]["grammar"];
  code: string;
}

async function Sample({ name, grammar, code }: SampleProps) {
  return <Highlighted name={name} html={await highlight(code.trimEnd(), grammar)} />;
}
