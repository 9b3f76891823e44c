import type { ReactNode } from "react";

interface ChoiceProps {
  legend: string;
  /** The name of the radio buttons. */
  name: string;
  options: readonly { value: string; label: ReactNode }[];
}

/**
 * Tabs: radio buttons, the first of which is chosen. The stylesheet shows the chosen part, so that they work without
 * scripts; and the browser keeps the choice when the player changes.
 */
export function Choice({ legend, name, options }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="tabs">
        {options.map(({ value, label }, index) => (
          <label key={value}>
            <input type="radio" name={name} value={value} defaultChecked={index === 0} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
