import { createHash } from "node:crypto";
import { createActivity } from "../activity/activity.ts";
import { createKnownPlayers } from "../activity/known-players.ts";
import { nameRulesOf, type Configuration } from "../configuration/configuration.ts";
import { isJavaUuid, isXuid, type Xuid } from "../contract/identifiers.ts";
import {
  createAnswers,
  isBedrockRecordOf,
  isJavaRecordOf,
  isLink,
  isNameRecord,
  isTexture,
  isTextureAddress,
  type BedrockRecord,
} from "../players/records.ts";
import { createBedrockPlayers } from "../players/bedrock.ts";
import { createExclusion } from "../players/exclusion.ts";
import { createFormerNames } from "../players/former-names.ts";
import { createHistory } from "../players/history.ts";
import { createJavaPlayers } from "../players/java.ts";
import { createResolver } from "../players/resolver.ts";
import { createTextureLibrary, type Faces } from "../players/texture-library.ts";
import type { Providers } from "../providers/providers.ts";
import { createDecoding } from "../images/image-cache.ts";
import type { Base } from "./base.ts";
import type { Caches } from "./caches.ts";

export type Players = ReturnType<typeof createPlayers>;

/** Everything about players: profiles, textures, history, and who may be shown. */
export function createPlayers(
  { configuration, stores, memory, clock, random }: Base,
  providers: Providers,
  { changes, open, missingMs, clearWithAll }: Caches,
) {
  const { durable } = stores;
  const sources = sourcesTag(configuration);
  const javaName = `java:v1${sources}`;
  const bedrockName = "bedrock:v1";
  const bedrockRecords = open<BedrockRecord>(bedrockName, "profile", isBedrockRecordOf);
  const links = open<Xuid>("link:v1", "profile", isLink);
  const { isListed, note: noteLink } = createExclusion({
    excluded: configuration.EXCLUDED_PLAYERS,
    store: durable,
    records: bedrockRecords,
    links,
    onLink(uuid, xuid) {
      changes.note(`${javaName}/${uuid}`);
      changes.note(`${bedrockName}/${xuid}`);
    },
  });
  const isObserved = configuration.OBSERVED_HISTORY === "on" ? isListed : async () => false;
  const formerNames = createFormerNames(durable, isObserved, { clock, random });
  const history = createHistory({
    store: durable,
    laby: providers.laby,
    formerNames,
    isObserved,
    recordsBytes: memory.histories,
    keptBytes: durable.kind === "memory" ? memory.stores / 8 : undefined,
    clock,
    random,
  });
  const { takeNewPlayers } = history;
  const activity = createActivity({ store: durable, isListed, takeNewPlayers, clock, random });
  const knownPlayers = createKnownPlayers({
    recent: activity.recent,
    isListed,
    rules: nameRulesOf(configuration),
  });
  const library = createTextureLibrary({
    providers,
    cache: open("texture:v1", "texture", isTexture, stores.textures),
    addresses: open("texture-place:v1", "texture", isTextureAddress),
    decodeInTurn: createDecoding<Faces>(clock),
    facesBytes: memory.faces,
  });
  const answers = createAnswers(missingMs);
  const java = createJavaPlayers({
    providers,
    library,
    history,
    names: open(`java-name:v1${sources}`, "name", isNameRecord(isJavaUuid)),
    records: open(javaName, "profile", isJavaRecordOf),
    answers,
  });
  const { geyser, bedrockAccounts } = providers;
  // Only Geyser has skins and links: without it, Bedrock Edition is not offered.
  const bedrock =
    geyser &&
    createBedrockPlayers({
      providers: { geyser, bedrockAccounts },
      library,
      history,
      names: open("gamertag:v1", "name", isNameRecord(isXuid)),
      records: bedrockRecords,
      links,
      noteLink,
      answers,
    });
  for (const { clearMemory } of [history, activity, knownPlayers, library])
    clearWithAll(clearMemory);
  const resolver = createResolver({ java, bedrock, missingMs, clock });
  return { resolver, library, history, formerNames, activity, knownPlayers, isListed, isObserved };
}

/** This is part of the keys of Java players: another list of sources may give other players. */
function sourcesTag({ SKIN_SOURCES: sources }: Configuration): string {
  if (sources.before.length + sources.after.length === 0) return "";
  return `@${createHash("sha256").update(JSON.stringify(sources)).digest("hex").slice(0, 8)}`;
}
