import { useTranslations } from "next-intl";
import type { Edition, ProfileBody } from "@/lib/contract/profile.ts";
import { areApart, playersOf } from "@/lib/site/people.ts";
import { EditionPanel } from "./edition-panel.tsx";
import { Icon } from "../icon.tsx";
import type { Histories } from "./history.tsx";

const OUTLINE = "overflow-hidden rounded-lg border border-line";

interface EditionsProps {
  profile: ProfileBody;
  histories: Histories;
  /** The edition that the identifier means; undefined for both. */
  meant: Edition | undefined;
}

/** The profile by edition: one card for linked accounts, else one for each player. */
export function Editions({ profile, histories, meant }: EditionsProps) {
  const { java, bedrock, warnings = [] } = profile;
  const isApart = areApart(profile);
  const panels = playersOf(profile).map((player) => {
    const { edition } = player;
    const history = histories[edition];
    return <EditionPanel key={edition} player={player} history={history} isWide={!isApart} />;
  });
  const cards = panels.map((panel) => (
    <div key={panel.key} className={`grid ${OUTLINE}`}>
      {panel}
    </div>
  ));
  if (java === undefined || bedrock === undefined) {
    const missing = java === undefined ? "java" : "bedrock";
    const hasFailed = warnings.some(({ edition }) => edition === missing);
    const isMeant = meant === undefined || meant === missing;
    return (
      <div className="flex flex-col gap-4">
        {cards}
        <div className="grid gap-4 md:auto-cols-fr md:grid-flow-col">
          {bedrock && <LinkExplanation linked={bedrock.linked} shown="alone" className={OUTLINE} />}
          <MissingEdition
            edition={missing}
            state={hasFailed ? "unavailable" : isMeant ? "missing" : "skipped"}
          />
        </div>
      </div>
    );
  }
  if (isApart) {
    return (
      <div className="flex flex-col gap-4">
        <LinkExplanation linked={bedrock.linked} shown="both" className={OUTLINE} />
        <div className="grid gap-4 md:grid-cols-2">{cards}</div>
      </div>
    );
  }
  return (
    <div className={OUTLINE}>
      <LinkExplanation linked={bedrock.linked} shown="both" className="border-b border-line" />
      <div className="grid gap-px bg-line">{panels}</div>
    </div>
  );
}

interface LinkExplanationProps {
  linked: boolean | null;
  /** Whether the Java player is shown beside the Bedrock one. */
  shown: "both" | "alone";
  className: string;
}

/** Explains whether both accounts are linked, which a name alone never shows. */
function LinkExplanation({ linked, shown, className }: LinkExplanationProps) {
  const t = useTranslations("LinkNotice");
  const state = linked === null ? "unknown" : linked ? "linked" : "unlinked";
  return (
    <section
      aria-labelledby="link"
      className={`flex gap-3 bg-sunken px-4 py-4 text-sm sm:px-6 ${className}`}
    >
      <Icon
        shape={linked ? "link-2" : "link-2-off"}
        size={20}
        className={`shrink-0 ${linked ? "text-good" : "text-muted"}`}
      />
      <div>
        <h2 id="link" className="font-semibold">
          {t(`${state}.title`)}
        </h2>
        <p className="text-muted text-pretty">{t(`${state}.${shown}`)}</p>
      </div>
    </section>
  );
}

interface MissingEditionProps {
  edition: Edition;
  /**
   * `unavailable`: the lookup failed, so it is unknown whether the player exists there. `skipped`: the
   * identifier means a player of the other edition.
   */
  state: "missing" | "unavailable" | "skipped";
}

/** Says in one line that an edition has no such player. */
function MissingEdition({ edition, state }: MissingEditionProps) {
  const t = useTranslations("MissingPanel");
  return (
    <aside
      aria-labelledby={`${edition}-missing`}
      className="rounded-lg border border-dashed border-edge px-4 py-3 text-sm sm:px-6"
    >
      <h2 id={`${edition}-missing`} className="font-semibold">
        {t(`${state}.${edition}`)}
      </h2>
      <p className="text-muted text-pretty">
        {state === "skipped" ? t(`skipped.hint.${edition}`) : t(`${state}.hint`)}
      </p>
    </aside>
  );
}
