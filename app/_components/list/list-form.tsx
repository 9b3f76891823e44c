"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { SHARE } from "../file-icon-paths.ts";
import { Icon } from "../icon.tsx";
import { UNCORRECTED } from "../uncorrected.ts";

/** Why a list cannot be looked up. */
export type ListTrouble = "empty" | "notText" | "unreadable";

interface ListFormProps {
  trouble: ListTrouble | null;
  /** The visitor has come back to it. */
  hasFocus: boolean;
  onText: (text: string) => void;
  onFile: (file: File) => void;
}

/** Text, or a file. */
const ACCEPTED = "text/*,application/json,.json,.csv,.tsv,.txt,.log";
const EXAMPLE = "Lantern_Lou\n.Mossy_Minnow\n2761708961228418\n…";

/** The box for a list, and what chooses a file. */
export function ListForm({ trouble, hasFocus, onText, onFile }: ListFormProps) {
  const t = useTranslations("List");
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (hasFocus) box.current?.focus();
  }, [hasFocus]);
  return (
    <form
      data-scripted
      className="pt-5 noscript:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        onText(box.current?.value ?? "");
      }}
    >
      <label htmlFor="list" className="font-semibold">
        {t("label")}
      </label>
      <textarea
        ref={box}
        id="list"
        name="list"
        rows={7}
        dir="auto"
        {...UNCORRECTED}
        placeholder={EXAMPLE}
        aria-invalid={trouble !== null}
        aria-describedby="list-trouble"
        className="cut mt-2 block w-full resize-y bg-search p-4 font-mono text-base text-search-ink scheme-light placeholder:text-search-muted focus-visible:shadow-[inset_0_0_0_3px_var(--color-stage-focus)] focus-visible:outline-2 focus-visible:outline-transparent sm:text-sm"
      />
      <p id="list-trouble" role="alert" className="font-semibold text-stage-bad not-empty:pt-2">
        {trouble !== null && t(`trouble.${trouble}`)}
      </p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-3 pt-3">
        <button type="submit" className="primary cut">
          {t("submit")}
        </button>
        <label className="button relative has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
          <Icon path={SHARE} size={18} />
          {t("file")}
          <input
            type="file"
            accept={ACCEPTED}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={({ currentTarget: { files } }) => {
              const [file] = files ?? [];
              if (file !== undefined) onFile(file);
            }}
          />
        </label>
        <span className="text-sm text-stage-muted pointer-coarse:hidden">{t("drop")}</span>
      </p>
    </form>
  );
}
