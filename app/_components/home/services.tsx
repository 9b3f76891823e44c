import { useLocale, useTranslations } from "next-intl";
import { offersBedrock } from "@/app/_server/site-configuration.ts";
import { examplePlayer } from "@/lib/contract/examples.ts";
import { compatClients, compatRows, compatServices, schemeOf } from "@/site/docs/contract.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { Breakable } from "../breakable.tsx";
import { Choice } from "../choice.tsx";
import { CopyButton } from "../copy-button.tsx";
import { PlayerName } from "../elements.tsx";
import { Icon } from "../icon.tsx";
import { ARROW } from "../icon-paths.ts";

const TITLE = "text-xl leading-tight font-bold tracking-tight";

/** The best known ones, each with what shows it when it is chosen; all are in the documentation. */
const SERVICES = [
  ["crafatar", "group-has-[[value=crafatar]:checked]:flex"],
  ["mc-heads", "group-has-[[value=mc-heads]:checked]:flex"],
  ["minotar", "group-has-[[value=minotar]:checked]:flex"],
  ["crafthead", "group-has-[[value=crafthead]:checked]:flex"],
  ["playerdb", "group-has-[[value=playerdb]:checked]:flex"],
] as const;
/** A URL may wrap here. */
const AFTER_SLASH = /(?<=\w\/)/;
/** Those that the text names. */
const NAMED = 3;

/** How a URL of another service becomes one of this service: tabs with two lines each. */
export function Services({ base }: { base: string }) {
  const t = useTranslations("HomeParts.services");
  const locale = useLocale();
  return (
    <section aria-labelledby="services">
      <h2 id="services" className={`${TITLE} md:text-2xl`}>
        {t("title")}
      </h2>
      <p className="lead">
        {t("lead", { count: compatServices.length - NAMED, bedrock: String(offersBedrock()) })}
      </p>
      <div className="group min-w-0 pt-5 pb-3 max-sm:[&_label]:basis-[30%]">
        <Choice
          legend={t("legend")}
          name="service"
          options={SERVICES.map(([value]) => ({ value, label: schemeOf(value).name }))}
        />
        <div className="code-box cut mt-2.5">
          {SERVICES.map(([service, shown]) => (
            <Change key={service} service={service} base={base} className={shown} />
          ))}
        </div>
      </div>
      <p className="*:inline-flex *:min-h-11 *:items-center">
        <a href={`${localePath(locale, "/docs/moving")}#addresses`}>{t("all")}</a>
      </p>
      {offersBedrock() && <BedrockExample />}
    </section>
  );
}

interface ChangeProps {
  service: (typeof SERVICES)[number][0];
  base: string;
  className: string;
}

/** The line as it is, and as it becomes. */
function Change({ service, base, className }: ChangeProps) {
  const t = useTranslations("HomeParts.services");
  const views = useTranslations("HomePage.views");
  const { old = "", here = "" } =
    compatRows(service).find(({ compared }) => compared === "same") ?? {};
  const folder = `/compat/${service}`;
  const rest = here.slice(folder.length);
  const id = `line-${service}`;
  return (
    <div className={`hidden items-start justify-between pe-1 ${className}`}>
      {/* As high for a long URL as for a short one. */}
      <pre className="min-h-24 min-w-0 grow whitespace-normal max-sm:min-h-35">
        <span className="flex gap-3 py-1">
          <b aria-hidden="true" className="text-stage-bad">
            −
          </b>
          <span className="sr-only">{t("before")} </span>
          <code translate="no" className="min-w-0 wrap-anywhere">
            <del className="text-stage-bad">{old.slice(0, -rest.length)}</del>
            <Breakable text={rest} at={AFTER_SLASH} />
          </code>
        </span>
        <span className="flex gap-3 py-1">
          <b aria-hidden="true" className="text-stage-good">
            +
          </b>
          <span className="sr-only">{t("after")} </span>
          <code translate="no" id={id} className="min-w-0 wrap-anywhere">
            <ins className="font-semibold text-stage-good no-underline">
              <Breakable text={base + folder} at={AFTER_SLASH} />
            </ins>
            <Breakable text={rest} at={AFTER_SLASH} />
          </code>
        </span>
      </pre>
      <CopyButton
        label={views("url", { view: schemeOf(service).name })}
        of={id}
        className="self-end"
      />
    </div>
  );
}

/** Shows that such a URL works for a player whom the other service cannot know. */
function BedrockExample() {
  const t = useTranslations("HomeParts.programs");
  // As a program for Java Edition writes the id of a Bedrock player.
  const { floodgateUuid, gamertag } = examplePlayer;
  return (
    <div className="mt-2 flex items-center gap-3.5 border-t border-line pt-3.5 text-sm">
      <img
        src={`/compat/crafthead/helm/${floodgateUuid}/64`}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        className="pixelated shrink-0"
      />
      <p>
        <b>
          <PlayerName name={`.${gamertag.replace(" ", "_")}`} />
        </b>
        <br />
        {t("example")}
      </p>
    </div>
  );
}

/** Programs with a setting for the URL. */
export function Programs() {
  const t = useTranslations("HomeParts.programs");
  const locale = useLocale();
  const names = new Set(compatClients.map(({ name }) => name));
  return (
    <section
      aria-labelledby="programs"
      className="card grid grid-cols-1 justify-items-start gap-3.5 p-5"
    >
      <h2 id="programs" className={TITLE}>
        {t("title")}
      </h2>
      <p className="text-sm text-pretty text-muted">{t("lead")}</p>
      <ul className="flex flex-wrap gap-1.5">
        {[...names].map((name) => (
          <li key={name} className="rounded-md bg-sunken px-2.5 py-1 text-sm wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
      <a href={`${localePath(locale, "/docs/moving")}#programs`} className="button">
        {t("all")}
        <Icon path={ARROW} size={16} className="rtl:-scale-x-100" />
      </a>
    </section>
  );
}
