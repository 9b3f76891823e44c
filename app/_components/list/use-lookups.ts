"use client";

import { useEffect, useState } from "react";
import type { ListEntry } from "@/site/list/read-list.ts";
import { goOn, startProgress, type Progress } from "@/site/list/steps.ts";
import { lookUpList, type End } from "./look-up.ts";

export type LookupsState = "running" | "cancelled" | End;

/** Looks the players of a list up as long as its component is there; what was found stays when it ends. */
export function useLookups(entries: readonly ListEntry[]) {
  const [progress, setProgress] = useState<Progress>(() =>
    startProgress(entries.length, Date.now()),
  );
  const [begun, setBegun] = useState(progress);
  const [state, setState] = useState<LookupsState>("running");

  const resume = () => {
    setBegun(goOn(progress, Date.now()));
    setState("running");
  };

  useEffect(() => {
    if (state !== "running") return;
    const end = new AbortController();
    void lookUpList(entries, begun, end.signal, setProgress).then((why) => {
      if (!end.signal.aborted) setState(why);
    });
    return () => end.abort();
  }, [state, begun, entries]);

  return { progress, state, cancel: () => setState("cancelled"), resume };
}
