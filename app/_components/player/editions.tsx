import { useFormatter, useTranslations } from "next-intl";
import type { Edition, NameHistoryEntry, ProfileBody } from "@/lib/contract/profile.ts";
import { Icon } from "../icons.tsx";
import { EditionPanel } from "./edition-panel.tsx";
import { areApart } from "./people.ts";
import { shapes } from "./shapes.ts";

const OUTLINE = "overflow-hidden rounded-lg border border-line";

/** What is known in each edition: one card for one person, two for two. */
export function Editions({ profile, meant }: { profile: ProfileBody; meant: Edition | undefined }) {
  const { java, bedrock, warnings = [] } = profile;
  const hasFailed = (edition: Edition) => warnings.some((warning) => warning.edition === edition);
  const missing = java === undefined ? "java" : "bedrock";
  const both = java !== undefined && bedrock !== undefined;
  const explanation = bedrock !== undefined && (
    <LinkExplanation linked={bedrock.linked} both={both} />
  );
  const apart = areApart(profile);
  const javaPanel = java !== undefined && (
    <EditionPanel edition="java" name={java.username} profile={java} isWide={!apart}>
      {java.name_history.length > 0 && <NameTimeline history={java.name_history} />}
    </EditionPanel>
  );
  const bedrockPanel = bedrock !== undefined && (
    <EditionPanel edition="bedrock" name={bedrock.gamertag} profile={bedrock} isWide={!apart} />
  );

  if (both && !apart) {
    return (
      <div className={OUTLINE}>
        <div className="border-b border-line bg-sunken px-4 py-4 sm:px-6">{explanation}</div>
        <div className="grid gap-px bg-line">
          {javaPanel}
          {bedrockPanel}
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {both && <div className={`${OUTLINE} bg-sunken px-4 py-4 sm:px-6`}>{explanation}</div>}
      <div className={`grid gap-4 ${both ? "md:grid-cols-2" : ""}`}>
        {javaPanel && <div className={`grid ${OUTLINE}`}>{javaPanel}</div>}
        {bedrockPanel && <div className={`grid ${OUTLINE}`}>{bedrockPanel}</div>}
      </div>
      {!both && (
        <div className="grid gap-4 md:auto-cols-fr md:grid-flow-col">
          {explanation && (
            <div className={`${OUTLINE} bg-sunken px-4 py-4 sm:px-6`}>{explanation}</div>
          )}
          <MissingEdition
            edition={missing}
            failed={hasFailed(missing)}
            searched={meant === undefined || meant === missing}
          />
        </div>
      )}
    </div>
  );
}

interface LinkExplanationProps {
  linked: boolean | null;
  /** A Java player is shown beside the Bedrock one. */
  both: boolean;
}

/** Whether both editions are linked to one person, which a name alone never shows. */
function LinkExplanation({ linked, both }: LinkExplanationProps) {
  const t = useTranslations("LinkNotice");
  const state = linked === null ? "unknown" : linked ? "linked" : "unlinked";
  return (
    <section aria-labelledby="link" className="flex gap-3 text-sm">
      <Icon
        shape={shapes[linked === true ? "link-2" : "link-2-off"]}
        className={`shrink-0 ${linked ? "text-good" : "text-muted"}`}
      />
      <div>
        <h2 id="link" className="font-semibold">
          {t(`${state}.title`)}
        </h2>
        <p className="text-muted text-pretty">{t(`${state}.${both ? "both" : "alone"}`)}</p>
      </div>
    </section>
  );
}

interface MissingEditionProps {
  edition: Edition;
  /** The lookup in this edition failed, so it is unknown whether the player exists there. */
  failed: boolean;
  /** False when what was searched for means a player of the other edition. */
  searched: boolean;
}

/** That an edition has no such player, in one line. */
function MissingEdition({ edition, failed, searched }: MissingEditionProps) {
  const t = useTranslations("MissingPanel");
  const other = useTranslations("OneEdition");
  const state = failed ? "unasked" : "missing";
  return (
    <aside
      aria-labelledby={`${edition}-missing`}
      className="rounded-lg border border-dashed border-edge px-4 py-3 text-sm sm:px-6"
    >
      <h2 id={`${edition}-missing`} className="font-semibold">
        {failed || searched ? t(`${state}.${edition}`) : other(edition)}
      </h2>
      <p className="text-muted text-pretty">
        {failed || searched ? t(`${state}.hint`) : other(`hint.${edition}`)}
      </p>
    </aside>
  );
}

/** The names of a player, the current one first, with what is unknown about them. */
function NameTimeline({ history }: { history: readonly NameHistoryEntry[] }) {
  const t = useTranslations("NameTimeline");
  const names = history.toReversed();
  return (
    <section aria-labelledby="names">
      <h3 id="names" className="pb-2 font-semibold">
        {t("title", { count: names.length })}
      </h3>
      <ol reversed className="border-s-2 border-line">
        {names.map((entry, index) => (
          <li key={`${index} ${entry.name}`} className="relative ps-4 pb-3 last:pb-0">
            <span
              aria-hidden
              className={`absolute -start-[5px] top-2 size-2 ${index === 0 ? "bg-lantern" : "bg-edge"}`}
            />
            <bdi className="font-semibold break-all">{entry.name}</bdi>
            {index === 0 && <span className="ps-2 text-sm text-good">{t("present")}</span>}
            <p className="text-sm text-muted">
              {entry.changed_at !== null ? (
                <Since time={entry.changed_at} />
              ) : (
                t(wordFor(index, names.length))
              )}
            </p>
          </li>
        ))}
      </ol>
      <p className="pt-3 text-sm text-muted text-pretty">{t("note")}</p>
    </section>
  );
}

/** What is said of a name that was taken at an unknown time. */
function wordFor(index: number, count: number): "only" | "first" | "unknownTime" {
  if (count === 1) return "only";
  return index === count - 1 ? "first" : "unknownTime";
}

function Since({ time }: { time: number }) {
  const t = useTranslations("NameTimeline");
  const format = useFormatter();
  const date = new Date(time);
  return t.rich("since", {
    date: format.dateTime(date, { dateStyle: "long", timeZone: "UTC" }),
    time: (chunks) => (
      <time
        dateTime={date.toISOString()}
        title={format.dateTime(date, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" })}
      >
        {chunks}
      </time>
    ),
  });
}
