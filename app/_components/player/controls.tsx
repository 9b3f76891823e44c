import type { ReactNode } from "react";

interface ChoiceProps<Value extends string> {
  legend: string;
  /** The name of the radio buttons. */
  name: string;
  options: readonly { value: Value; label: ReactNode }[];
  onChoose?: (value: Value) => void;
  className?: string;
}

/**
 * Tabs: radio buttons, the first of which is chosen. What they show is chosen by the stylesheet, so that they
 * work without scripts; and the browser keeps the choice when the player changes.
 */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, name, options, onChoose, className = "" } = props;
  return (
    <fieldset className={className}>
      <legend className="sr-only">{legend}</legend>
      <div className="tabs">
        {options.map(({ value, label }, index) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={index === 0}
              onChange={onChoose && (() => onChoose(value))}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
