"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import {
  chosenOf,
  csvFile,
  floodgateCommands,
  jsonFile,
  whitelistCommands,
  whitelistFile,
} from "@/site/list/exports.ts";
import type { Row } from "@/site/list/rows.ts";
import { DOWNLOAD } from "../file-icon-paths.ts";
import { Icon } from "../icon.tsx";
import { saveFile } from "../save-file.ts";

interface ListExportsProps {
  rows: readonly Row[];
  /** The rows in doubt whose Bedrock players are wanted, too. */
  added: ReadonlySet<number>;
  /** How many players are not looked up yet. */
  open: number;
  offersBedrock: boolean;
}

/** Buttons that copy the players as commands, and save them as files. */
export function ListExports({ rows, added, open, offersBedrock }: ListExportsProps) {
  const t = useTranslations("List");
  const chosen = chosenOf(rows, added);
  return (
    <section aria-labelledby="exports" className="pt-6 print:hidden">
      <h2 id="exports" className="text-xl font-bold">
        {t("exports.title")}
      </h2>
      {open > 0 && <p className="pt-1 text-sm text-muted">{t("exports.open", { count: open })}</p>}
      <p className="flex flex-wrap gap-2 pt-3 max-sm:*:grow">
        <CopyCommands
          command="/whitelist add"
          count={chosen.java.length}
          text={whitelistCommands(chosen)}
        />
        {offersBedrock && (
          <CopyCommands
            command="/fwhitelist add"
            count={chosen.bedrock.length}
            text={floodgateCommands(chosen)}
          />
        )}
        <SaveFile name="whitelist.json" label="whitelist.json" text={() => whitelistFile(chosen)} />
        <SaveFile name="players.csv" label="CSV" text={() => csvFile(rows)} />
        <SaveFile name="players.json" label="JSON" text={() => jsonFile(rows)} />
      </p>
    </section>
  );
}

interface CopyCommandsProps {
  command: string;
  count: number;
  text: string;
}

function CopyCommands({ command, count, text }: CopyCommandsProps) {
  const t = useTranslations("List.exports");
  const id = useId();
  return (
    <>
      <code id={id} hidden>
        {text}
      </code>
      <button type="button" data-copies={id} disabled={count === 0} className="button">
        <span />
        <b>{t.rich("copy", { code: codeOf(command) })}</b> {count}
      </button>
    </>
  );
}

function codeOf(command: string) {
  return function Code() {
    return (
      <code translate="no" dir="ltr" className="font-mono text-code">
        {command}
      </code>
    );
  };
}

interface SaveFileProps {
  name: string;
  label: string;
  text: () => string;
}

function SaveFile({ name, label, text }: SaveFileProps) {
  const t = useTranslations("List.exports");
  const save = () => {
    const type = name.endsWith(".csv") ? "text/csv" : "application/json";
    saveFile(name, new Blob([text()], { type }));
  };
  return (
    <button type="button" onClick={save} className="button">
      <Icon path={DOWNLOAD} size={18} />
      {t("save", { file: label })}
    </button>
  );
}
