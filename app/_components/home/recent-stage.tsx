"use client";

import type { NameRules } from "@/lib/contract/identifiers.ts";
import { useCode, useIsIdle } from "../use-code.ts";

const load = () => import("./recent-players.tsx");

/** The recent lookups, which are the last on their page: what is above comes first. */
export function RecentStage({ nameRules }: { nameRules: NameRules }) {
  const { code } = useCode(load, useIsIdle());
  return code && <code.RecentPlayers nameRules={nameRules} />;
}
