import { useTranslations } from "next-intl";
import type { JsonToken } from "./response.ts";

/** As in samples; see `code.css`. */
const colours: Readonly<Record<JsonToken["kind"], string>> = {
  key: "k",
  text: "s",
  number: "n",
  word: "f",
  layout: "c",
};

/** JSON in colours, with links for the service's own URLs. */
export function JsonView({ tokens }: { tokens: readonly JsonToken[] }) {
  const t = useTranslations("TryIt");
  return (
    <pre
      translate="no"
      dir="ltr"
      role="region"
      aria-label={t("body")}
      tabIndex={0}
      className="docs-code docs-json"
    >
      <code id="try-it-body">
        {tokens.map((token, index) => (
          // The index is a stable key: a response never changes.
          <span key={index} className={colours[token.kind]}>
            <TokenText {...token} />
          </span>
        ))}
      </code>
    </pre>
  );
}

function TokenText({ kind, text }: JsonToken) {
  if (kind !== "text" || !/^"\/\w+\?/.test(text)) return text;
  return <a href={JSON.parse(text) as string}>{text}</a>;
}
