import type { Edition, ProfileBody } from "@/lib/contract/profile.ts";
import { BedrockFacts } from "./bedrock-facts.tsx";
import { EditionPanel } from "./edition-panel.tsx";
import { JavaFacts } from "./java-facts.tsx";
import { LinkExplanation } from "./link-explanation.tsx";
import { MissingEdition } from "./missing-edition.tsx";
import { NameTimeline } from "./name-timeline.tsx";
import { areApart } from "./people.ts";

const OUTLINE = "overflow-hidden rounded-lg border border-line";

/** What is known in each edition: one card for one person, two for two. */
export function Editions({ profile }: { profile: ProfileBody }) {
  const { java, bedrock, warnings = [] } = profile;
  const unasked = (edition: Edition) => warnings.some((warning) => warning.edition === edition);
  const missing = java === undefined ? "java" : "bedrock";
  const both = java !== undefined && bedrock !== undefined;
  const explanation = bedrock !== undefined && (
    <LinkExplanation linked={bedrock.linked} both={both} />
  );
  const apart = areApart(profile);
  const javaPanel = java !== undefined && (
    <EditionPanel edition="java" name={java.username} profile={java} isWide={!apart}>
      <JavaFacts profile={java} />
      {java.name_history.length > 0 && <NameTimeline history={java.name_history} />}
    </EditionPanel>
  );
  const bedrockPanel = bedrock !== undefined && (
    <EditionPanel edition="bedrock" name={bedrock.gamertag} profile={bedrock} isWide={!apart}>
      <BedrockFacts profile={bedrock} />
    </EditionPanel>
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
          <MissingEdition edition={missing} unasked={unasked(missing)} />
        </div>
      )}
    </div>
  );
}
