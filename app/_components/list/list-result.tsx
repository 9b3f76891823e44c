"use client";

import { useTranslations } from "next-intl";
import { useEffect, useReducer, useRef, useState, type ReactNode } from "react";
import type { NameRules } from "@/lib/contract/identifiers.ts";
import { MAX_ENTRIES, type ReadList, type WrongPart } from "@/site/list/read-list.ts";
import { countsOf, rememberRows } from "@/site/list/rows.ts";
import { leftIn, WAITING } from "@/site/list/steps.ts";
import { ListExports } from "./list-exports.tsx";
import { ListTable } from "./list-table.tsx";
import { useLookups } from "./use-lookups.ts";

interface ListResultProps {
  list: ReadList;
  /** Only a part of it was read. */
  isCut: boolean;
  nameRules: NameRules;
  offersBedrock: boolean;
  intro: ReactNode;
  onClose: () => void;
}

/** The players that were found, while the list is looked up and after that. */
export function ListResult(props: ListResultProps) {
  const { list, isCut, nameRules, offersBedrock, intro, onClose } = props;
  const { entries, wrong, repeated, left } = list;
  const t = useTranslations("List");
  const title = useRef<HTMLHeadingElement>(null);
  const { progress, state, cancel, resume } = useLookups(entries);
  const [added, toggle] = useReducer(toggled, new Set<number>());
  const [rowFor] = useState(() => rememberRows(nameRules));
  const rows = entries.map((entry, index) => rowFor(entry, progress.outcomes[index] ?? WAITING));
  const counts = countsOf(rows);
  const done = entries.length - leftIn(progress);

  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const goOn = () => {
    title.current?.focus({ preventScroll: true });
    resume();
  };

  const isOver = state === "done";
  const sentence = t(`state.${state}`, { count: isOver ? entries.length : entries.length - done });
  return (
    <>
      <section className="stage border-b border-stage-line py-8">
        <div className="site-width">
          {intro}
          <h2
            ref={title}
            tabIndex={-1}
            id="progress"
            className="pt-5 text-xl font-bold focus:outline-none"
          >
            {t("progress", { done, count: entries.length })}
          </h2>
          <progress
            aria-labelledby="progress"
            value={done}
            max={entries.length}
            className="mt-2 block h-4 w-full appearance-none overflow-hidden rounded-sm bg-stage-line [&::-moz-progress-bar]:bg-stage-action [&::-webkit-progress-bar]:bg-stage-line [&::-webkit-progress-value]:bg-stage-action"
          />
          <p className="pt-2 text-pretty">{sentence}</p>
          <Announcement
            text={state === "running" ? t("progress", quarterOf(done, entries.length)) : sentence}
          />
          <ul className="flex flex-wrap gap-x-6 pt-1 text-sm text-stage-muted">
            {(["found", "renamed", "none", "open"] as const)
              .filter((kind) => counts[kind] > 0)
              .map((kind) => (
                <li key={kind}>{t(`counts.${kind}`, { count: counts[kind] })}</li>
              ))}
          </ul>
          <p className="flex flex-wrap gap-3 pt-4">
            {state === "running" && (
              <button type="button" onClick={cancel} className="button">
                {t("cancel")}
              </button>
            )}
            {state !== "running" && !isOver && (
              <button type="button" onClick={goOn} className="primary cut">
                {t("goOn")}
              </button>
            )}
            <button type="button" onClick={onClose} className="button">
              {t("another")}
            </button>
          </p>
        </div>
      </section>
      <div className="site-width pb-8">
        <ul className="grid gap-1 pt-6 text-sm empty:hidden">
          {isCut && <li>{t("cut")}</li>}
          {left > 0 && <li>{t("left", { most: MAX_ENTRIES, count: left })}</li>}
          {repeated > 0 && <li>{t("repeated", { count: repeated })}</li>}
        </ul>
        {wrong.length > 0 && <WrongParts parts={wrong} />}
        <ListExports rows={rows} added={added} open={counts.open} offersBedrock={offersBedrock} />
        <ListTable
          rows={rows}
          added={added}
          onToggle={toggle}
          nameRules={nameRules}
          offersBedrock={offersBedrock}
        />
      </div>
    </>
  );
}

function toggled(set: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const others = [...set].filter((one) => one !== index);
  return new Set(set.has(index) ? others : [...others, index]);
}

/** Screen readers hear four times how far it is. */
function quarterOf(done: number, count: number) {
  return { done: Math.floor((Math.floor((done / count) * 4) / 4) * count), count };
}

function Announcement({ text }: { text: string }) {
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

/** As many are enough to see what is wrong. */
const MOST_SHOWN = 100;
const LONGEST = 120;

/** Entries that name no player, each with its line or its number in the file. */
function WrongParts({ parts }: { parts: readonly WrongPart[] }) {
  const t = useTranslations("List");
  return (
    <details className="pt-2">
      <summary className="disclosure text-sm font-semibold">
        {t("wrong.title", { count: parts.length })}
      </summary>
      <ol className="grid list-decimal gap-1 ps-12 text-sm text-muted">
        {parts.slice(0, MOST_SHOWN).map(({ at, text, reason }) => (
          <li key={`${at} ${text}`} value={at}>
            <code translate="no" dir="ltr" className="font-mono text-code wrap-anywhere text-ink">
              {text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}
            </code>{" "}
            {t(`wrong.${reason}`)}
          </li>
        ))}
      </ol>
    </details>
  );
}
