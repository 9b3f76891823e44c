import type { ProfileBody } from "@/lib/contract/profile.ts";
import { BedrockPanel } from "./bedrock-panel.tsx";
import { Freshness } from "./freshness.tsx";
import { JavaPanel } from "./java-panel.tsx";
import { MissingPanel } from "./missing-panel.tsx";
import { Warnings } from "./warnings.tsx";

/** Everything that is known, in both editions. */
export function ProfileView({ username, profile }: { username: string; profile: ProfileBody }) {
  const { java, bedrock, warnings = [] } = profile;
  const unasked = (edition: "java" | "bedrock") =>
    warnings.some((warning) => warning.edition === edition);
  return (
    <div className="flex flex-col gap-4">
      <Freshness username={username} profile={profile} />
      <Warnings profile={profile} />
      <div className="grid gap-4 md:grid-cols-2">
        {java !== undefined ? (
          <JavaPanel profile={java} />
        ) : (
          <MissingPanel edition="java" unasked={unasked("java")} />
        )}
        {bedrock !== undefined ? (
          <BedrockPanel profile={bedrock} beside={java !== undefined} />
        ) : (
          <MissingPanel edition="bedrock" unasked={unasked("bedrock")} />
        )}
      </div>
    </div>
  );
}
