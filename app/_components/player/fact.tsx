import { CopyButton } from "../copy-button.tsx";

export interface FactProps {
  label: string;
  value: string;
}

/** An identifier with its name and a button to copy it; a row of a `dl`. */
export function Fact({ label, value }: FactProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 border-b border-line pt-1 pb-2 last:border-b-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="col-span-2 row-start-2 min-w-0">
        <code dir="ltr" className="font-mono text-xs break-all select-all sm:text-[0.8125rem]">
          {value}
        </code>
      </dd>
      <dd className="col-start-2 row-start-1 noscript:hidden">
        <CopyButton label={label} value={value} />
      </dd>
    </div>
  );
}
