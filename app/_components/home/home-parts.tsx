import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import captured from "@/lib/contract/captured-examples.json" with { type: "json" };
import { examplePlayer } from "@/lib/contract/examples.ts";
import { address, profileUrl } from "@/lib/contract/urls.ts";
import { compatClients, compatRows, compatServices, schemeOf } from "@/lib/docs/contract.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { CopyButton } from "../copy-button.tsx";
import { Icon } from "../icon.tsx";

/** A size for heads at which every pixel of a face is a whole number of pixels. */
const HEAD_SIZE = 64;

const { javaName } = examplePlayer;
const headOf = (username: string, size = HEAD_SIZE) => address("/head", { username, size });

/** The two lines that developers copy, and what the second returns. */
export function examplesFor(base: string) {
  return {
    image: `<img src="${base}${headOf(javaName)}"\n     alt="${javaName}" width="${HEAD_SIZE}" height="${HEAD_SIZE}">`,
    command: `curl "${base}${profileUrl(javaName)}"`,
    body: response,
  };
}

interface HomePartsProps {
  /** The URL of this instance. */
  base: string;
  /** Where its source code is. */
  source: string | undefined;
  /** The examples, highlighted. */
  code: Readonly<Record<keyof ReturnType<typeof examplesFor>, string>>;
}

/** What the service is for, below the search. Nothing of it changes in the browser. */
export function HomeParts(props: HomePartsProps) {
  return (
    <>
      <div className="home-beside section">
        <Services base={props.base} />
        <Programs />
      </div>
      <Developers {...props} />
      <Honesty />
    </>
  );
}

/** The best known ones; all are in the documentation. */
const SERVICES = ["crafatar", "mc-heads", "minotar", "crafthead", "playerdb"] as const;
/** Those that the text names. */
const NAMED = 3;

/** How a URL of another service becomes one of this service: tabs with two lines each. */
function Services({ base }: { base: string }) {
  const t = useTranslations("HomeParts.services");
  const views = useTranslations("HomePage.views");
  const locale = useLocale();
  return (
    <section aria-labelledby="services">
      <h2 id="services">{t("title")}</h2>
      <p className="lead">{t("lead", { count: compatServices.length - NAMED })}</p>
      <fieldset className="home-diff">
        <legend className="sr-only">{t("legend")}</legend>
        <div className="tabs">
          {SERVICES.map((service) => (
            <label key={service}>
              <input
                type="radio"
                name="service"
                value={service}
                defaultChecked={service === SERVICES[0]}
              />
              {schemeOf(service).name}
            </label>
          ))}
        </div>
        <div className="code-box cut">
          {SERVICES.map((service) => {
            const { old = "", here = "" } =
              compatRows(service).find(({ compared }) => compared === "same") ?? {};
            const folder = `/compat/${service}`;
            const rest = here.slice(folder.length);
            const id = `line-${service}`;
            return (
              <div key={service} data-service={service}>
                <pre>
                  <span className="is-old">
                    <b aria-hidden="true">−</b>
                    <span className="sr-only">{t("before")} </span>
                    <code>
                      <del>{old.slice(0, -rest.length)}</del>
                      {rest}
                    </code>
                  </span>
                  <span className="is-new">
                    <b aria-hidden="true">+</b>
                    <span className="sr-only">{t("after")} </span>
                    <code id={id}>
                      <ins>{base + folder}</ins>
                      {rest}
                    </code>
                  </span>
                </pre>
                <CopyButton label={views("url", { view: schemeOf(service).name })} of={id} />
              </div>
            );
          })}
        </div>
      </fieldset>
      <p>
        <a href={localePath(locale, "/docs/compat")}>{t("all")}</a>
      </p>
      <BedrockExample />
    </section>
  );
}

/** What such a URL does for a player whom the other service cannot know. */
function BedrockExample() {
  const t = useTranslations("HomeParts.programs");
  // As a program for Java Edition writes the id of a Bedrock player.
  const { floodgateUuid, gamertag } = examplePlayer;
  return (
    <div className="home-example">
      <img
        src={`/compat/crafthead/helm/${floodgateUuid}/${HEAD_SIZE}`}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        className="pixelated"
      />
      <p>
        <b>
          <bdi className="player-name">{`.${gamertag.replace(" ", "_")}`}</bdi>
        </b>
        <br />
        {t("example")}
      </p>
    </div>
  );
}

/** Programs with a setting for the URL. */
function Programs() {
  const t = useTranslations("HomeParts.programs");
  const locale = useLocale();
  const names = new Set(compatClients.map(({ name }) => name));
  return (
    <section aria-labelledby="programs" className="home-programs card">
      <h2 id="programs">{t("title")}</h2>
      <p>{t("lead")}</p>
      <ul>
        {[...names].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <a href={`${localePath(locale, "/docs/compat")}#programs`} className="button">
        {t("all")}
        <Icon shape="arrow" size={16} className="rtl:-scale-x-100" />
      </a>
    </section>
  );
}

/** An image and a profile: what to write, and what it gives. */
function Developers({ source, code }: HomePartsProps) {
  const t = useTranslations("HomeParts.developers");
  const locale = useLocale();
  const chat = [
    [javaName, "joined"],
    [".Mossy_Minnow", "joined"],
    ["Captain_Cobble", "left"],
  ] as const;
  return (
    <section aria-labelledby="developers" className="section">
      <h2 id="developers">{t("title")}</h2>
      <p className="lead">{t.rich("lead", { code: inCode })}</p>
      <div className="home-developers">
        <Example title={t("head")} of="head-line" html={code.image}>
          <ul className="home-chat stage">
            {chat.map(([name, event]) => (
              <li key={name}>
                <img
                  src={headOf(name, HEAD_SIZE)}
                  alt=""
                  width={40}
                  height={40}
                  loading="lazy"
                  className="pixelated"
                />
                <p>
                  <b>
                    <bdi className="player-name">{name}</bdi>
                  </b>{" "}
                  {t(event)}
                </p>
              </li>
            ))}
          </ul>
        </Example>
        <Example title={t("profile")} of="profile-line" html={code.command}>
          <pre>
            <code dangerouslySetInnerHTML={{ __html: code.body }} />
          </pre>
        </Example>
        <p className="home-links">
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
  return <code dir="ltr">{text}</code>;
}

interface ExampleProps {
  title: string;
  /** The id of the code. */
  of: string;
  html: string;
  /** What it gives. */
  children: ReactNode;
}

/** Code with a button that copies it. */
function Example({ title, of, html, children }: ExampleProps) {
  return (
    <div className="code-box stage cut">
      <header>
        <h3>{title}</h3>
        <CopyButton label={title} of={of} />
      </header>
      <pre>
        <code id={of} dangerouslySetInnerHTML={{ __html: html }} />
      </pre>
      {children}
    </div>
  );
}

const outcomes = [
  {
    kind: "unknown",
    // The image of an unknown player, without the status, which the browser would report.
    image: address("/head", { username: "no_such_player", size: HEAD_SIZE, default: "steve" }),
    codes: ["404"],
    tone: "bad",
  },
  { kind: "failing", image: undefined, codes: ["502", "Retry-After: 5"], tone: "bad" },
  { kind: "stale", image: headOf(javaName), codes: ["200", '"stale": true'], tone: "caution" },
] as const;

/** What a client gets instead of a player. */
function Honesty() {
  const t = useTranslations("HomeParts.honesty");
  return (
    <section aria-labelledby="honesty" className="section">
      <h2 id="honesty">{t("title")}</h2>
      <ul className="home-honesty">
        {outcomes.map(({ kind, image, codes: [status, field], tone }) => (
          <li key={kind}>
            <div>
              {image !== undefined && (
                <img
                  src={image}
                  alt=""
                  width={40}
                  height={40}
                  loading="lazy"
                  className="pixelated"
                />
              )}
              <code className={`status-code ${tone}`}>{status}</code>
              {field !== undefined && <code dir="ltr">{field}</code>}
            </div>
            <h3>{t(`${kind}.title`)}</h3>
            <p>{t(`${kind}.hint`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

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

/** JSON with an ellipsis for the fields that are left out. */
const response = JSON.stringify(shortened, undefined, 2).replace(
  /\n( *)\}/g,
  (end, indent: string) => `,\n${indent}  …${end}`,
);
