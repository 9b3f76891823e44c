import type { ReactNode } from "react";

export interface TableProps {
  label: string;
  columns: readonly string[];
  children: ReactNode;
}

/** A table of the reference. It scrolls sideways on a phone, so the keyboard must reach it. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <div className="docs-table" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** What a row is about. */
export function RowName({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <th scope="row" id={id}>
      <code dir="ltr">{children}</code>
    </th>
  );
}
