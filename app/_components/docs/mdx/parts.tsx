import { useDocsTexts } from "@/app/_server/docs-texts.ts";
import { sourceCodeText, textureSourceList } from "@/site/docs/texts.ts";
import { ProseBlock } from "./prose.tsx";

/** How long responses about a player are fresh. */
export function Freshness() {
  return <ProseBlock text={useDocsTexts().labels.fresh} />;
}

/** The values of `X-Texture-Source`. */
export function TextureSources() {
  return <ProseBlock text={textureSourceList(useDocsTexts())} />;
}

/** Says where the source code is. */
export function SourceCode() {
  return <ProseBlock text={sourceCodeText(useDocsTexts())} />;
}

/** The changelog of the project, in English. */
export function Changelog() {
  return (
    <div lang="en" dir="ltr" className="docs-prose">
      <ProseBlock text={useDocsTexts().changelog} />
    </div>
  );
}
