import { CopyButton } from "../copy-button.tsx";

/** An identifier with its name and a button to copy it; a row of a `dl`. */
export function Fact({ label, value, code = true }: FactProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 border-b border-line py-2 last:border-b-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-w-0">
        {code ? (
          <code dir="ltr" className="font-mono text-xs break-all select-all sm:text-[0.8125rem]">
            {value}
          </code>
        ) : (
          <bdi className="font-semibold break-all select-all">{value}</bdi>
        )}
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1 noscript:hidden">
        <CopyButton label={label} value={value} />
      </dd>
    </div>
  );
}

export interface FactProps {
  label: string;
  value: string;
  /** False for names, which are text. */
  code?: boolean;
}
