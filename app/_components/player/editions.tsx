import { useTranslations } from "next-intl";
import type { Edition, ProfileBody } from "@/lib/contract/profile.ts";
import { Icon } from "../icons.tsx";
import { EditionPanel } from "./edition-panel.tsx";
import type { Pasts } from "./past.ts";
import { areApart } from "./people.ts";
import { shapes } from "./shapes.ts";

const OUTLINE = "overflow-hidden rounded-lg border border-line";

interface EditionsProps {
  profile: ProfileBody;
  pasts: Pasts;
  /** The edition that was searched for; undefined: both. */
  meant: Edition | undefined;
}

/** The profile by edition: one card for linked accounts, else one for each player. */
export function Editions({ profile, pasts, meant }: EditionsProps) {
  const { java, bedrock, warnings = [] } = profile;
  const hasFailed = (edition: Edition) => warnings.some((warning) => warning.edition === edition);
  const missing = java === undefined ? "java" : "bedrock";
  const both = java !== undefined && bedrock !== undefined;
  const explanation = bedrock !== undefined && (
    <LinkExplanation linked={bedrock.linked} both={both} />
  );
  const apart = areApart(profile);
  const javaPanel = java !== undefined && (
    <EditionPanel
      edition="java"
      name={java.username}
      profile={java}
      past={pasts.java}
      isWide={!apart}
    />
  );
  const bedrockPanel = bedrock !== undefined && (
    <EditionPanel
      edition="bedrock"
      name={bedrock.gamertag}
      profile={bedrock}
      past={pasts.bedrock}
      isWide={!apart}
    />
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
            state={
              hasFailed(missing)
                ? "unasked"
                : meant === undefined || meant === missing
                  ? "missing"
                  : "skipped"
            }
          />
        </div>
      )}
    </div>
  );
}

interface LinkExplanationProps {
  linked: boolean | null;
  /** The Java player is shown beside the Bedrock one. */
  both: boolean;
}

/** Explains whether both accounts are linked, which a name alone never shows. */
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
  /**
   * `unasked`: the lookup failed, so it is unknown whether the player exists there. `skipped`: the
   * identifier means a player of the other edition.
   */
  state: "missing" | "unasked" | "skipped";
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
