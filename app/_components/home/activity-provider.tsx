"use client";

import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import type { RecentBody } from "@/lib/contract/activity.ts";
import { RECENT_URL } from "./use-activity.ts";

export interface ActivityProviderProps {
  /** What the server knew; null when it could not be asked. */
  activity: RecentBody | null;
  children: ReactNode;
}

/** Lets the page show the recent lookups at once, before the browser asks for newer ones. */
export function ActivityProvider({ activity, children }: ActivityProviderProps) {
  const fallback = activity === null ? {} : { [RECENT_URL]: activity };
  return <SWRConfig value={{ fallback }}>{children}</SWRConfig>;
}
