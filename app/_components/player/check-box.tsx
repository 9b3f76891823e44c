export interface CheckBoxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A box to tick, with a label that is large enough for a thumb. */
export function CheckBox({ label, checked, onChange }: CheckBoxProps) {
  return (
    <label className="flex min-h-11 items-center gap-2 text-sm font-semibold">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-action"
      />
      {label}
    </label>
  );
}
