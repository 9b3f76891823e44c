import { CopyButton } from "../copy-button.tsx";

/** An identifier with its name; a row of a `dl`. */
export function CopyableValue({ label, value }: { label: string; value: string }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-2 text-sm">
      <dt className="text-muted">{label}</dt>
      <dd className="col-span-2">
        <code dir="ltr" className="font-mono text-xs break-all select-all sm:text-[0.8125rem]">
          {value}
        </code>
      </dd>
      <dd className="col-start-2 row-start-1">
        <CopyButton label={label} value={value} />
      </dd>
    </div>
  );
}
