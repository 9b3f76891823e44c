import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import captured from "@/lib/contract/captured-examples.json" with { type: "json" };
import { examplePlayer } from "@/lib/contract/examples.ts";
import { address, profileUrl } from "@/lib/contract/urls.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { CopyButton } from "../copy-button.tsx";
import { layOutJson, type JsonToken } from "../docs/try-it/response.ts";
import { PlayerName } from "../elements.tsx";

/** A size for heads at which every pixel of a face is a whole number of pixels. */
const HEAD_SIZE = 64;
const { javaName } = examplePlayer;
const headOf = (username: string) => address("/head", { username, size: HEAD_SIZE });

/** Lines of a chat, beside which the image stands. */
const CHAT = [
  [javaName, "joined"],
  [".Mossy_Minnow", "joined"],
  ["Captain_Cobble", "left"],
] as const;

const { java, bedrock, stale } = captured.examples.getProfile.both.body;
const { username, uuid } = java;
const { gamertag, xuid_decimal, linked } = bedrock;

/** The telling parts of a real response. */
const shortened = {
  success: true,
  java: { username, uuid },
  bedrock: { gamertag, xuid_decimal, linked },
  stale,
};

interface DevelopersProps {
  /** The URL of this instance. */
  base: string;
  /** The URL of its source code. */
  source: string | undefined;
}

/** An image and a profile: what to write, and what it gives. */
export function Developers({ base, source }: DevelopersProps) {
  const t = useTranslations("HomeParts.developers");
  const locale = useLocale();
  return (
    <section aria-labelledby="developers" className="section">
      <h2 id="developers">{t("title")}</h2>
      <p className="lead">{t.rich("lead", { code: inCode })}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-5 lg:grid-cols-2 lg:grid-rows-[1fr_auto]">
        <Example
          title={t("head")}
          of="head-line"
          code={
            <>
              &lt;<span className={COLOUR.keyword}>img</span>{" "}
              <Attribute name="src" value={base + headOf(javaName)} />
              {"\n     "}
              <Attribute name="alt" value={javaName} /> <Attribute name="width" value={HEAD_SIZE} />{" "}
              <Attribute name="height" value={HEAD_SIZE} />
              &gt;
            </>
          }
          className="flex flex-col"
        >
          <ul className="stage grid grow content-evenly gap-2.5 border-t border-stage-line px-4 pt-3.5 pb-4 text-sm text-stage-muted">
            {CHAT.map(([name, event]) => (
              <li key={name} className="flex items-center gap-3">
                <img
                  src={headOf(name)}
                  alt=""
                  width={40}
                  height={40}
                  loading="lazy"
                  className="pixelated"
                />
                <p>
                  <b className="block text-stage-ink">
                    <PlayerName name={name} />
                  </b>{" "}
                  {t(event)}
                </p>
              </li>
            ))}
          </ul>
        </Example>
        <Example
          title={t("profile")}
          of="profile-line"
          code={
            <>
              <span className={COLOUR.name}>curl</span>{" "}
              <span className={COLOUR.text}>{`"${base}${profileUrl(javaName)}"`}</span>
            </>
          }
          className="lg:row-span-2"
        >
          <Code className="pt-0">{layOutJson(shortened).map(tokenOfJson)}</Code>
        </Example>
        <p className="flex flex-wrap gap-3">
          <a href={localePath(locale, "/docs")} className="button">
            {t("docs")}
          </a>
          <a href={localePath(locale, "/docs/self-hosting")} className="button">
            {t("selfHosting")}
          </a>
          {source !== undefined && (
            <a href={source} className="button">
              {t("source")}
            </a>
          )}
        </p>
      </div>
    </section>
  );
}

function inCode(text: ReactNode) {
  return (
    <code translate="no" dir="ltr">
      {text}
    </code>
  );
}

interface ExampleProps {
  title: string;
  /** The id of the code. */
  of: string;
  code: ReactNode;
  className?: string;
  /** The result of the code. */
  children: ReactNode;
}

/** Code with a button that copies it. */
function Example({ title, of, code, className = "", children }: ExampleProps) {
  return (
    <div className={`code-box stage cut ${className}`}>
      <header>
        <h3>{title}</h3>
        <CopyButton label={title} of={of} />
      </header>
      <Code id={of}>{code}</Code>
      {children}
    </div>
  );
}

interface CodeProps {
  id?: string;
  children: ReactNode;
  className?: string;
}

function Code({ id, children, className = "" }: CodeProps) {
  return (
    <pre translate="no" className={`whitespace-pre-wrap wrap-anywhere ${className}`}>
      <code id={id}>{children}</code>
    </pre>
  );
}

/** So little is coloured by hand: Shiki, which colours the documentation, takes 10 MB. */
const COLOUR = { keyword: "text-code-word", name: "text-code-name", text: "text-code-text" };

function Attribute({ name, value }: { name: string; value: string | number }) {
  return (
    <>
      <span className={COLOUR.name}>{name}</span>=
      <span className={COLOUR.text}>{`"${value}"`}</span>
    </>
  );
}

const JSON_COLOUR = {
  key: COLOUR.name,
  text: COLOUR.text,
  word: COLOUR.keyword,
  number: undefined,
};

/** A part of JSON; an ellipsis stands for the fields that are left out of an object. */
function tokenOfJson({ kind, text }: JsonToken, at: number) {
  if (kind === "layout") {
    return text.replace(/\n( *)\}/g, (end, indent: string) => `,\n${indent}  …${end}`);
  }
  return (
    <span key={at} className={JSON_COLOUR[kind]}>
      {text}
    </span>
  );
}
