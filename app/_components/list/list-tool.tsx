"use client";

import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import type { NameRules } from "@/lib/contract/identifiers.ts";
import { cutList, decodeList, MAX_BYTES, type DecodedList } from "@/site/list/decode-list.ts";
import { readList, type ReadList } from "@/site/list/read-list.ts";
import { carriedList, keepList } from "./carried-list.ts";
import { ListForm, type ListTrouble } from "./list-form.tsx";
import { ListResult } from "./list-result.tsx";

interface ListToolProps {
  nameRules: NameRules;
  offersBedrock: boolean;
  /** The title of the page and what it is for. */
  intro: ReactNode;
  /** Stands below the form. */
  children: ReactNode;
}

interface Taken {
  list: ReadList;
  isCut: boolean;
}

/** The form for a list, or the list with what was found. */
export function ListTool({ nameRules, offersBedrock, intro, children }: ListToolProps) {
  const [taken, setTaken] = useState<Taken | null>(null);
  const [trouble, setTrouble] = useState<ListTrouble | null>(null);
  const [hasReturned, setReturned] = useState(false);

  const take = ({ text, isCut }: DecodedList) => {
    const list = text === null ? null : readList(text, nameRules);
    if (list === null) setTrouble("notText");
    else if (list.entries.length === 0) setTrouble("empty");
    else {
      setTrouble(null);
      setTaken({ list, isCut });
    }
    keepList(list === null || list.entries.length === 0 ? null : text);
  };

  const takeFile = (file: File) => {
    void file
      .slice(0, MAX_BYTES)
      .arrayBuffer()
      .then(
        (bytes) => take(decodeList(new Uint8Array(bytes), file.size)),
        () => setTrouble("unreadable"),
      );
  };

  const begin = useEffectEvent(() => {
    const carried = carriedList();
    if (carried !== null)
      take(typeof carried === "string" ? cutList(carried) : decodeList(carried));
  });
  const drop = useEffectEvent((event: DragEvent) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined || event.defaultPrevented) return;
    event.preventDefault();
    takeFile(file);
  });

  useEffect(() => {
    queueMicrotask(begin);
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const end = new AbortController();
    addEventListener("dragover", allow, end);
    addEventListener("drop", drop, end);
    return () => end.abort();
  }, []);

  if (taken !== null) {
    return (
      <ListResult
        key={taken.list.entries.map(({ id }) => id).join()}
        {...taken}
        nameRules={nameRules}
        offersBedrock={offersBedrock}
        intro={intro}
        onClose={() => {
          keepList(null);
          setReturned(true);
          setTaken(null);
        }}
      />
    );
  }
  return (
    <>
      <section className="stage border-b border-stage-line py-8">
        <div className="site-width">
          {intro}
          <ListForm
            trouble={trouble}
            hasFocus={hasReturned}
            onText={(text) => take(cutList(text))}
            onFile={takeFile}
          />
        </div>
      </section>
      {children}
    </>
  );
}
