import { useTranslations } from "next-intl";
import type { JsonToken, JsonTokenKind } from "./json-tokens.ts";

const colours: Readonly<Record<JsonTokenKind, string>> = {
  key: "text-action",
  text: "text-good",
  number: "text-bedrock",
  word: "text-java",
  layout: "text-muted",
};

/** JSON in colours. Addresses of the service in it can be followed. */
export function JsonView({ tokens }: { tokens: readonly JsonToken[] }) {
  const t = useTranslations("TryIt");
  return (
    <div
      dir="ltr"
      role="region"
      aria-label={t("body")}
      tabIndex={0}
      className="max-h-128 overflow-auto px-4 py-3 text-start font-mono text-sm leading-6"
    >
      <pre className="w-max">
        <code>
          {tokens.map((token, index) => (
            // An answer never changes.
            <span key={index} className={colours[token.kind]}>
              <TokenText token={token} />
            </span>
          ))}
        </code>
      </pre>
    </div>
  );
}

function TokenText({ token: { kind, text } }: { token: JsonToken }) {
  if (kind !== "text" || !/^"\/(?:head|skin|cape)\?/.test(text)) return text;
  const href: unknown = JSON.parse(text);
  return typeof href === "string" ? (
    <a href={href} className="underline">
      {text}
    </a>
  ) : (
    text
  );
}
