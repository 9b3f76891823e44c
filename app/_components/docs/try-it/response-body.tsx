import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { CodeBox } from "../code-box.tsx";
import type { Body, JsonToken } from "./response.ts";

/** How much of an unreadable body is shown. */
const SHOWN_CHARACTERS = 600;
/** Smaller images are enlarged, pixel by pixel, to about this many CSS pixels. */
const SHOWN_PIXELS = 192;

export function ResponseBody({ body }: { body: Body }) {
  const t = useTranslations("TryIt");
  if (body.kind === "image") return <ImageView blob={body.image} />;
  if (body.kind === "json") {
    return (
      <div className="px-4 pb-4">
        <CodeBox name="JSON">
          <JsonView tokens={body.tokens} />
        </CodeBox>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3 px-4 pb-4">
      <p className="text-bad">{t("unreadable")}</p>
      <pre
        dir="auto"
        role="region"
        aria-label={t("body")}
        className="max-h-48 overflow-auto rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap empty:hidden"
        tabIndex={0}
      >
        {body.text.slice(0, SHOWN_CHARACTERS)}
      </pre>
    </div>
  );
}

function ImageView({ blob }: { blob: Blob }) {
  const t = useTranslations("TryIt");
  const [size, setSize] = useState<{ width: number; height: number } | "broken">();

  const load = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );

  if (size === "broken") return <p className="px-4 pb-4 text-bad">{t("brokenPicture")}</p>;
  const longest = size === undefined ? 0 : Math.max(size.width, size.height);
  const zoom = Math.max(1, Math.floor(SHOWN_PIXELS / (longest || 1)));
  return (
    <figure className="flex flex-col gap-2 px-4 pb-4">
      <div className="checkered grid min-h-52 place-items-center overflow-x-auto rounded-md border border-line p-2">
        <img
          ref={load}
          alt={t("picture")}
          width={size && size.width * zoom}
          height={size && size.height * zoom}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth, height: naturalHeight })
          }
          onError={() => setSize("broken")}
          className="pixelated max-w-full object-contain"
        />
      </div>
      <figcaption className="flex flex-wrap gap-x-4 text-sm text-muted">
        {size !== undefined && <bdi>{t("pixels", size)}</bdi>}
        <code dir="ltr">{blob.type}</code>
      </figcaption>
    </figure>
  );
}

const colours: Readonly<Record<JsonToken["kind"], string>> = {
  key: "text-action",
  text: "text-good",
  number: "text-bedrock",
  word: "text-java",
  layout: "text-muted",
};

/** JSON in colours, with links for the service's own URLs. */
function JsonView({ tokens }: { tokens: readonly JsonToken[] }) {
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
            // The index is a stable key: a response never changes.
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
  return (
    <a href={JSON.parse(text) as string} className="underline">
      {text}
    </a>
  );
}
