import { useTranslations } from "next-intl";
import { useId, useSyncExternalStore } from "react";
import type { FormField } from "@/lib/docs/form.ts";

/** One parameter. Invalid values can be sent, since the service explains the error. */
export function Field({ field }: { field: FormField }) {
  const t = useTranslations("TryIt");
  const id = useId();
  const { name, isRequired, description } = field;
  if (field.kind === "fixed") return <input type="hidden" name={name} value={field.value} />;
  return (
    <div className="docs-field">
      <label htmlFor={id}>
        <b dir="ltr">{name}</b>
        {isRequired && <span>{t("required")}</span>}
      </label>
      <Input id={id} field={field} />
      {/* The table above shows it; here it is only read aloud. */}
      <p hidden id={`${id}-description`} dangerouslySetInnerHTML={{ __html: description }} />
    </div>
  );
}

function Input({ id, field }: { id: string; field: FormField }) {
  const common = { id, name: field.name, "aria-describedby": `${id}-description`, dir: "ltr" };
  switch (field.kind) {
    case "choice":
      return (
        <select {...common} defaultValue={field.defaultValue ?? ""}>
          {field.defaultValue === undefined && <LeftOut />}
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    case "integer": {
      const { min, max, defaultValue } = field;
      const limits = { min, max, defaultValue };
      return <input {...common} type="number" inputMode="numeric" {...limits} />;
    }
    default:
      return (
        <input
          {...common}
          type="text"
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          defaultValue={field.value}
        />
      );
  }
}

/** The option to leave a parameter out. Disabled before hydration: a plain form would send it empty. */
function LeftOut() {
  const t = useTranslations("TryIt");
  const isHydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <option value="" disabled={!isHydrated}>
      {t("leftOut")}
    </option>
  );
}
