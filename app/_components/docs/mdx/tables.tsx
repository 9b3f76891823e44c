import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { useDocsTexts } from "@/app/_server/docs-texts.ts";
import type { Block, TableBlock } from "@/site/docs/blocks.ts";
import type { CompatService } from "@/site/docs/contract.ts";
import { compatStart, replaceHostCommand } from "@/site/docs/replace-host.ts";
import { tablesOf, type Cell, type Limits, type Table } from "@/site/docs/tables.ts";
import { Breakable } from "../../breakable.tsx";
import { CodeBox, Highlighted } from "./code.tsx";
import { Prose } from "./prose.tsx";

interface TableBoxProps {
  /** Names the table for screen readers. */
  label?: string;
  className?: string;
  children?: ReactNode;
}

/** A table that scrolls sideways, so it must be reachable by keyboard. */
export function TableBox({ label, className = "docs-table", children }: TableBoxProps) {
  return (
    <div tabIndex={0} role="group" aria-label={label} className={className}>
      <table>{children}</table>
    </div>
  );
}

/** A title in a table: of a column, unless it says that it is one of a row. */
export function TableTitle({ scope = "col", children }: ComponentProps<"th">) {
  return <th scope={scope}>{children}</th>;
}

/** The tables of a component that is made from the contract. `blocks` are those of its page. */
export function Tables({ of, blocks = [] }: { of: TableBlock; blocks?: readonly Block[] }) {
  return tablesOf(of, useDocsTexts(), blocks).map((table) => (
    <Introduced key={table.label} table={table} />
  ));
}

function Introduced({ table }: { table: Table }) {
  const { intro, id } = table;
  if (intro === undefined) return <ContractTable table={table} />;
  return (
    <div id={id}>
      <p>
        <Prose text={intro} />
      </p>
      <ContractTable table={table} />
    </div>
  );
}

/** A service: what its URLs begin with here, and, folded, all of them with a command that replaces their host. */
export function CompatUrls({ service }: { service: CompatService }) {
  const texts = useDocsTexts();
  const { labels, base } = texts;
  const [table] = tablesOf({ kind: "CompatUrls", service }, texts, []);
  if (table === undefined) return null;
  return (
    <>
      <p>
        <Prose text={table.intro ?? ""} />
      </p>
      <CodeBox name="URL">
        <Highlighted language="http" label="URL" code={compatStart(service, base)} />
      </CodeBox>
      <details>
        <summary className="disclosure">{labels.allUrls}</summary>
        <CodeBox name="perl">
          <Highlighted language="bash" label="perl" code={replaceHostCommand(service, base)} />
        </CodeBox>
        <ContractTable table={table} />
      </details>
    </>
  );
}

/** Cells that name their column on a phone, where a row is a block. */
const LABELLED: readonly Cell["kind"][] = ["text", "phrase", "none", "default", "value", "url"];

function ContractTable({ table: { label, columns, rows } }: { table: Table }) {
  const t = useTranslations("Docs");
  const hasUrls = rows.some(({ cells }) => cells.some(({ kind }) => kind === "url"));
  return (
    // Hundreds of URLs with a class each would be a tenth of a page.
    <TableBox label={label} className={hasUrls ? "docs-table docs-urls" : "docs-table"}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells: [name, ...others], limits, isOptional = false, meaningId }, row) => (
          <tr key={row}>
            <th scope="row">{name && contentOf(name)}</th>
            {others.map((cell, at) => (
              <td
                key={at}
                // React would send every attribute that is undefined.
                {...(at === others.length - 1 && meaningId !== undefined && { id: meaningId })}
                {...(LABELLED.includes(cell.kind) && { "data-label": columns[at + 1] ?? "" })}
              >
                {contentOf(cell)}
                {at === 0 && limits !== undefined && <small>{t(...rangeOf(limits))}</small>}
                {at === 0 && isOptional && <small>{t("optional")}</small>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}

function rangeOf({ of, min, max }: Limits) {
  return [of === "length" ? "characters" : "range", { min, max }] as const;
}

/** A URL may wrap after each part of its path or query. */
const AFTER_PARTS = /(?<=[^/:][/?&])/;

function contentOf({ kind, text, href }: Cell): ReactNode {
  switch (kind) {
    case "text":
    case "none":
      return text;
    case "prose":
    case "phrase":
      return <Prose text={text} />;
    case "code":
    case "default":
      return href === undefined ? (
        <code translate="no" dir="ltr">
          {text}
        </code>
      ) : (
        <a href={href}>
          <code translate="no" dir="ltr">
            {text}
          </code>
        </a>
      );
    case "value":
      return (
        <code translate="no" dir="ltr" className="docs-value">
          {text}
        </code>
      );
    case "url":
      // The stylesheet has it run from left to right.
      return (
        <code translate="no">
          <Breakable text={text} at={AFTER_PARTS} />
        </code>
      );
    case "required":
      return <strong>{text}</strong>;
  }
}
